/* Passkeys in this browser: what the server asks for, as the browser wants it, and back. */
import { request } from "../protocol/http";
import type { Ring } from "../library/api";
import { t } from "../sentence";

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const text = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

interface Asked {
  ticket: string;
  options: Record<string, unknown> & { challenge: string; user?: { id: string }; excludeCredentials?: { id: string }[] };
}

/** Why passkeys cannot be had here; "" if they can. They belong to a name and to a safe line. */
export function whyNot(isOffered: boolean): string {
  if (!isOffered) return t("This server offers no passkeys. A recovery code does the same.");
  if (/^[\d.]+$|:/.test(location.hostname)) return t("Passkeys need an address with a name: open this page as localhost, or by the server’s name.");
  if (!isSecureContext || !("credentials" in navigator) || !("PublicKeyCredential" in window)) return t("Passkeys need a safe line (https), or this very machine.");
  return "";
}

/** Make one on this device and tell the server. */
export async function add(name: string): Promise<Ring> {
  const { ticket, options } = await request<Asked>("POST", "/api/keyring/passkeys/options", {});
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user!.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((each) => ({ ...each, id: bytes(each.id) })),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  const response = { clientDataJSON: text(answer.clientDataJSON), attestationObject: text(answer.attestationObject) };
  return request("POST", "/api/keyring/passkeys", { ticket, name, credential: told(made, response) });
}

/** Open one's ring with a passkey of this device. */
export async function signIn(bring: boolean): Promise<Ring> {
  const { ticket, options } = await request<Asked>("POST", "/api/keyring/sign-in/options", {});
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] } as unknown as PublicKeyCredentialRequestOptions;
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const answer = found.response as AuthenticatorAssertionResponse;
  const response = {
    clientDataJSON: text(answer.clientDataJSON),
    authenticatorData: text(answer.authenticatorData),
    signature: text(answer.signature),
    userHandle: answer.userHandle ? text(answer.userHandle) : null,
  };
  return request("POST", "/api/keyring/sign-in", { ticket, bring, credential: told(found, response) });
}

const told = (credential: PublicKeyCredential, response: Record<string, unknown>): Record<string, unknown> => ({
  id: credential.id,
  rawId: text(credential.rawId),
  type: credential.type,
  response,
  clientExtensionResults: {},
});

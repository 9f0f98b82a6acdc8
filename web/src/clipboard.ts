/* Copying, said honestly: a page that was not served over https may not reach the clipboard. */
import { t } from "./sentence";
import { toasts } from "./toasts.svelte";

export async function copied(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show(said);
  } catch {
    toasts.show(t("Your browser does not let us copy. By hand: {text}", { text }));
  }
}

/* Copying, said honestly: a page that was not served over https may not reach the clipboard. */
import { toasts } from "./toasts.svelte";

export async function copied(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toasts.show(said);
  } catch {
    toasts.show(`Your browser does not let us copy. By hand: ${text}`);
  }
}

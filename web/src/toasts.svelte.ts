/* Short notices at the edge; at most two, never for refusals. */

export interface Toast {
  id: number;
  text: string;
}

class Toasts {
  list = $state.raw<Toast[]>([]);
  private next = 1;

  show(text: string): void {
    const toast = { id: this.next++, text };
    this.list = [...this.list, toast].slice(-2);
    setTimeout(() => (this.list = this.list.filter((other) => other.id !== toast.id)), 4000);
  }
}

export const toasts = new Toasts();

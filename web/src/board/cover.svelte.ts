/* Own cards that are covered on this screen, because somebody looks over the shoulder. */

class Cover {
  isOn = $state(false);
  isPeeking = $state(false);

  get showsFaces(): boolean {
    return !this.isOn || this.isPeeking;
  }
}

export const cover = new Cover();

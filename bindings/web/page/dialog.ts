// The single dialog of the page, with any content.

import { byId, h } from "./dom";

export function dialog(title: string, ...content: (Node | string)[]): HTMLDialogElement {
  const box = byId<HTMLDialogElement>("dialog");
  byId("dialog-title").textContent = title;
  byId("dialog-body").replaceChildren(...content);
  if (!box.open) box.showModal();
  box.scrollTop = 0;
  return box;
}

export function closeDialog(): void {
  byId<HTMLDialogElement>("dialog").close();
}

/** A row of a dialog: a label and its control. */
export function field(words: string, control: HTMLElement): HTMLLabelElement {
  return h("label", {}, h("span", {}, words), control);
}

// What stands beside a board: the pieces in hand, and the question about a move.

import { h, pictureUrl } from "./dom";
import type { BoardPicture, Question, View } from "./types";

/** A piece in hand. */
export function handButton(view: View, picture: BoardPicture, kind: string, count: number): HTMLButtonElement {
  const piece = picture.kinds[kind]!;
  const label = `${piece.side} ${piece.name} in hand, ${count}`;
  const button = h(
    "button",
    { "aria-label": label, "data-begin": String(view.input.hand.includes(kind)), "data-kind": kind },
    h("img", { src: pictureUrl(piece.svg), alt: "", draggable: "false" }),
    count > 1 ? `×${count}` : "",
  );
  button.setAttribute("aria-pressed", String(view.input.origin?.hand === kind));
  return button;
}

/** The choices of a question, the first of which can take the focus. */
export function choiceList(
  question: Question,
  picture: BoardPicture | undefined,
  choose: (index: number) => void,
  back: () => void,
): { list: HTMLElement; first: HTMLElement | undefined } {
  const options = question.choices.map((choice, index) => {
    const piece = choice.kind ? picture?.kinds[choice.kind] : undefined;
    const image = piece ? h("img", { src: pictureUrl(piece.svg), alt: "" }) : null;
    const item = h("li", { role: "option", tabindex: index === 0 ? "0" : "-1", "aria-selected": String(index === 0) });
    item.append(...[image, choice.words].filter((part) => part !== null));
    item.addEventListener("click", () => choose(index));
    return item;
  });
  const list = h("ul", { role: "listbox", "aria-label": question.words }, ...options);
  list.addEventListener("keydown", (event) => {
    const at = options.indexOf(event.target as HTMLLIElement);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = options[(at + step + options.length) % options.length]!;
      options.forEach((one) => one.setAttribute("tabindex", one === next ? "0" : "-1"));
      options.forEach((one) => one.setAttribute("aria-selected", String(one === next)));
      next.focus();
    } else if ((event.key === "Enter" || event.key === " ") && at >= 0) {
      event.preventDefault();
      choose(at);
    } else if (event.key === "Escape") {
      back();
    }
  });
  return { list, first: options[0] };
}

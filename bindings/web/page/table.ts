// The controls next to a board: the pieces in hand, and the question about a move.

import { SIDES } from "./board";
import { h, pictureUrl } from "./dom";
import { t } from "./language";
import type { BoardPicture, Question, View } from "./types";

/** A piece in hand. */
export function handButton(view: View, picture: BoardPicture, kind: string, count: number): HTMLButtonElement {
  const piece = picture.kinds[kind]!;
  const label = t("{side} {piece} in hand, {n}", { side: t(SIDES[piece.side]!), piece: piece.name, n: count });
  const button = h(
    "button",
    { "aria-label": label, "data-begin": String(view.input.hand.includes(kind)), "data-kind": kind },
    h("img", { src: pictureUrl(piece.svg), alt: "", draggable: "false" }),
    count > 1 ? `×${count}` : "",
  );
  button.setAttribute("aria-pressed", String(view.input.origin?.hand === kind));
  return button;
}

/** Whether a question is answered by marks on the board alone. */
export function byMarks(question: Question): boolean {
  return question.kind === "wall" && question.choices.every((choice) => choice.squares.length > 0);
}

/** The choices of a question; the first one can take the focus. Pieces are sorted by the squares that they reach. */
export function choiceList(
  question: Question,
  picture: BoardPicture | undefined,
  choose: (index: number) => void,
  back: () => void,
): { list: HTMLElement; first: HTMLElement | undefined } {
  const order = question.choices.map((choice, index) => ({ choice, index }));
  order.sort((a, b) => (b.choice.reach ?? 0) - (a.choice.reach ?? 0) || a.index - b.index);
  const options = order.map(({ choice, index }, place) => {
    const piece = choice.kind ? picture?.kinds[choice.kind] : undefined;
    const image = piece ? h("img", { src: pictureUrl(piece.svg), alt: "" }) : null;
    const item = h("li", { role: "option", tabindex: place === 0 ? "0" : "-1", "aria-selected": String(place === 0) });
    item.append(...[image, choice.words].filter((part) => part !== null));
    item.addEventListener("click", () => choose(index));
    item.dataset.choice = String(index);
    return item;
  });
  const list = h("ul", { role: "listbox", "aria-label": t(question.words) }, ...options);
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
      choose(Number(options[at]!.dataset.choice));
    } else if (event.key === "Escape") {
      back();
    }
  });
  return { list, first: options[0] };
}

/** Shows the choices of a question on their square, within the board. */
export function placeQuestion(box: HTMLElement, square: DOMRect | undefined, question: Question): void {
  box.classList.toggle("pictures", question.choices.every((choice) => choice.kind));
  box.style.maxWidth = `${box.parentElement!.clientWidth}px`;
  const around = box.parentElement!.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const middle = square ? square.x + square.width / 2 - around.x : around.width / 2;
  // Below its square in the upper half of the board, above it in the lower half.
  const isAbove = !!square && square.y + square.height / 2 - around.y > around.height / 2;
  const top = !square ? around.height / 2 : isAbove ? square.y - around.y - height - 2 : square.bottom - around.y + 2;
  const within = (value: number, most: number) => Math.max(0, Math.min(value, most));
  box.style.left = `${within(middle - width / 2, around.width - width)}px`;
  box.style.top = `${within(top, around.height - height)}px`;
}

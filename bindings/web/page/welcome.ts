// The welcome screen: a piece with its moves on the board, one sentence, and three things to try.

import { byId, h } from "./dom";
import { t } from "./language";

export interface Around {
  /** Changes the move of the knight in the definition; `false` if the text is not a move. */
  change(betza: string): Promise<boolean>;
  random(): Promise<void>;
  /** Loads a pasted text. */
  paste(text: string): Promise<void>;
}

/** The moves that the first card offers in turn. */
const MOVES = ["NN", "NA", "FyafsF", "gQ", "N2", "KN"];

export function welcome(move: string, around: Around): void {
  const line = h("input", { id: "welcome-move", value: move, "aria-label": t("Move of the knight"), autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: "8" });
  const set = async (betza: string) => {
    line.value = betza;
    line.setAttribute("aria-invalid", String(!(await around.change(betza))));
  };
  let timer = 0;
  line.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void set(line.value.trim()), 250);
  });
  const other = h("button", { class: "plain", id: "welcome-other" }, t("Another move"));
  other.addEventListener("click", () => void set(MOVES[(MOVES.indexOf(line.value) + 1) % MOVES.length]!));
  const random = h("button", { class: "plain", id: "welcome-random" }, t("Surprise me"));
  random.addEventListener("click", () => void around.random());
  const field = h("textarea", { id: "welcome-paste", rows: "2", "aria-label": t("Interactive Diagram, variants.ini or definition"), placeholder: "files=8 ranks=8 …", spellcheck: "false" });
  field.addEventListener("input", () => {
    if (field.value.trim()) void around.paste(field.value);
  });
  const card = (title: string, words: string, ...content: Node[]) => h("div", { class: "card" }, h("h2", {}, title), h("p", {}, words), h("div", { class: "line" }, ...content));
  const close = h("button", { class: "icon", id: "welcome-close", "aria-label": t("Close") }, "✕");
  close.addEventListener("click", endWelcome);
  byId("welcome").replaceChildren(
    h("p", {}, t("Write how a piece moves: Ferz draws it, explains it and plays it, at once.")),
    h(
      "div",
      { class: "cards" },
      card(t("Change a line"), t("The knights here ride on, square after square. Write another move, and see the board answer."), h("code", {}, "pieces.knight.move ="), line, other),
      card(t("Play a random game"), t("More than 150 games are built in, from Chaturanga to Alice Chess."), random),
      card(t("Paste a diagram"), t("Interactive Diagrams, variants.ini and Fairy-Max files play as they are."), field),
    ),
    close,
  );
  byId("welcome").hidden = false;
}

export function endWelcome(): void {
  byId("welcome").hidden = true;
  byId("welcome").replaceChildren();
}

// The pieces of the game, their moves on the board, and new pieces composed from the squares that they reach.

import { byId, h, pictureUrl } from "./dom";
import type { Game } from "./game";
import { type Client, Refused } from "./client";
import { t } from "./language";
import type { PieceRow, Theme } from "./types";
import { sentence } from "./words";

export interface Around {
  theme(): Theme;
  /** Changes the move of a piece in the definition. */
  rewrite(piece: string, betza: string): Promise<void>;
  /** Changes the letter, value or picture of a piece in the definition. */
  alter(piece: string, change: PieceChange): Promise<void>;
  /** Adds a piece to the definition. */
  add(piece: NewPiece): Promise<void>;
}

/** A new piece. */
export interface NewPiece {
  name: string;
  letter: string;
  betza: string;
  value?: number;
  picture?: string;
}

export type PieceChange = Partial<Pick<NewPiece, "letter" | "value" | "picture">>;

/** The squares that a piece reaches, relative to its own. */
interface Reaches {
  leaps: number[][];
  slides: number[][];
}

/** The distance from the center of the small board to its edge, in squares. */
const HALF = 4;

/** Attributes of fields for names and letters. */
const PLAIN = { autocomplete: "off", autocapitalize: "off", spellcheck: "false" };

/** Attributes of fields for values. */
const PAWNS = { type: "number", min: "0", max: "1000", step: "0.1", size: "5" };

/** A field below its label. */
function labelled(words: string, field: HTMLElement): HTMLElement {
  return h("label", {}, h("span", {}, words), field);
}

/** The description of a piece without its notation, which has a field of its own. */
function plainWords(row: PieceRow): string {
  return row.words.replace(/ In notation: `[^`]*`\.$/, "").replace(/`/g, "");
}

export class Pieces {
  private rows: PieceRow[] = [];
  private leaps = new Set<string>();
  private slides = new Set<string>();
  /** The pieces whose letter, value and picture are shown. */
  private opened = new Set<string>();

  constructor(
    private readonly client: Client,
    private readonly game: Game,
    private readonly around: Around,
  ) {
    this.makeBoard();
  }

  async renew(): Promise<void> {
    this.rows = await this.client.ask<PieceRow[]>({ op: "pieces" }, 10_000);
    const rows = this.rows.map((row) => this.row(row));
    byId("panel-pieces").replaceChildren(
      h("p", {}, t("Show a piece on the board; the pointer puts an enemy where it is. A click keeps it, another one makes it a friend, as the other button does, and a third takes it away.")),
      ...rows,
    );
    const select = byId<HTMLSelectElement>("make-for");
    select.replaceChildren(...this.rows.map((row) => h("option", { value: row.name }, row.name)));
  }

  /** The description of a piece. */
  about(name: string): string | undefined {
    const row = this.rows.find((one) => one.name === name);
    return row && sentence(plainWords(row));
  }

  private row(row: PieceRow): HTMLElement {
    const picture = this.game.picture?.kinds[row.kind];
    const move = h("input", {
      value: row.betza.join(" + "),
      "aria-label": t("Move of the {piece}", { piece: row.name }),
      ...PLAIN,
      "data-piece": row.name,
    });
    move.readOnly = row.betza.length !== 1;
    move.addEventListener("change", () => void this.around.rewrite(row.name, move.value.trim()));
    const show = h("button", { class: "plain" }, t("Show moves"));
    show.addEventListener("click", () => void this.show(row));
    const words = plainWords(row);
    const names = row.names.filter((name) => name.toLowerCase() !== row.name.toLowerCase());
    return h(
      "div",
      { class: "piece-row", "data-piece-row": row.name },
      h("img", { src: picture ? pictureUrl(picture.svg) : "", alt: "" }),
      h(
        "div",
        {},
        h("h2", {}, `${row.name} (${row.letter})${row.royal ? ", royal" : ""}`),
        h("p", {}, names.length > 0 ? `Also called ${names.join(", ")}.` : "", " ", words),
        move,
        " ",
        show,
        this.details(row),
      ),
    );
  }

  /** The letter, value and picture of a piece, which edit the definition. */
  private details(row: PieceRow): HTMLElement {
    const alter = (change: PieceChange) => void this.around.alter(row.name, change);
    const letter = h("input", { value: row.letter, size: "3", maxlength: "8", ...PLAIN });
    letter.addEventListener("change", () => alter({ letter: letter.value.trim() }));
    const value = h("input", { value: String(row.value ?? ""), ...PAWNS });
    value.addEventListener("change", () => value.value && alter({ value: Number(value.value) }));
    const shown = row.picture ?? "";
    const picture = h("select", {}, h("option", { value: shown }, shown || t("by its moves")));
    picture.addEventListener("change", () => alter({ picture: picture.value }));
    const details = h(
      "details",
      { open: this.opened.has(row.name) },
      h("summary", {}, t("Letter, value, picture")),
      h(
        "div",
        { class: "piece-fields" },
        labelled(t("Letter"), letter),
        labelled(t("Value in pawns"), value),
        labelled(t("Picture"), picture),
      ),
    );
    details.addEventListener("toggle", () => {
      if (details.open) this.opened.add(row.name);
      else this.opened.delete(row.name);
      if (details.open) void this.offerShapes(picture).catch(() => {});
    });
    return details;
  }

  /** Shows the moves of a piece on the empty board, among enemies and friends that the user adds. */
  async show(row: PieceRow): Promise<void> {
    const enemy = row.kind.replace("w", "b");
    const enemies = new Set<number>();
    const friends = new Set<number>();
    let square: number | undefined;
    let hovered: number | null = null;
    const draw = async () => {
      const near = new Set(enemies);
      if (hovered !== null && hovered !== square && !friends.has(hovered)) near.add(hovered);
      const said = await this.client.ask<{ svg: string; square: number }>({
        op: "moves",
        kind: row.kind,
        square,
        enemies: [...near],
        friends: [...friends],
        theme: this.around.theme(),
        below: this.game.below,
      });
      if (this.game.instead !== mode) return;
      square = said.square;
      const pieces: [number, string][] = [[square, row.kind]];
      for (const one of near) pieces.push([one, enemy]);
      for (const one of friends) pieces.push([one, row.kind]);
      this.game.board.showMoves(pieces, said.svg);
    };
    const redraw = () => void draw().catch((error) => this.game.complain(error));
    const mode = {
      click: (at: number) => {
        if (at === square) return;
        if (enemies.delete(at)) friends.add(at);
        else if (!friends.delete(at)) enemies.add(at);
        redraw();
      },
      over: (at: number | null) => {
        if (at === hovered) return;
        hovered = at;
        redraw();
      },
      other: (at: number) => {
        if (at === square) return;
        enemies.delete(at);
        if (!friends.delete(at)) friends.add(at);
        redraw();
      },
      redraw,
      end: () => this.end(),
    };
    this.game.instead = mode;
    this.showEnd(row.name);
    await draw();
    this.game.say(t("The moves of the {piece}. Escape, or “Back to the game”, ends this.", { piece: row.name }));
  }

  private showEnd(name: string): void {
    this.removeEnd();
    const button = h("button", { id: "end-moves", class: "primary" }, t("Back to the game from the {piece}", { piece: name }));
    button.addEventListener("click", () => this.end());
    byId("hand-top").before(button);
    // On phones the board is above the pieces.
    byId("board").scrollIntoView({ block: "nearest" });
  }

  private removeEnd(): void {
    document.getElementById("end-moves")?.remove();
  }

  /** Returns to the game. */
  end(): void {
    this.removeEnd();
    this.game.instead = undefined;
    if (this.game.view) this.game.take(this.game.view);
  }

  private makeBoard(): void {
    const kind = (value: string, words: string, checked: boolean) =>
      h(
        "label",
        {},
        h("input", { type: "radio", name: "reach", value, checked }),
        ` ${words} `,
      );
    const grid = h("div", { class: "targets", role: "group", "aria-label": "Squares that the piece reaches" });
    for (let dy = HALF; dy >= -HALF; dy -= 1) {
      for (let dx = -HALF; dx <= HALF; dx += 1) grid.append(this.target(dx, dy));
    }
    const betza = h("input", {
      id: "make-betza",
      "aria-label": "Notation",
      ...PLAIN,
    });
    betza.addEventListener("input", () => void this.read(betza.value.trim(), true));
    const use = h("button", { id: "make-use", class: "plain" }, t("Give it to"));
    use.addEventListener("click", () => {
      const piece = byId<HTMLSelectElement>("make-for").value;
      if (betza.value.trim()) void this.around.rewrite(piece, betza.value.trim());
    });
    const clear = h("button", { class: "quiet" }, t("Clear"));
    clear.addEventListener("click", () => {
      this.leaps.clear();
      this.slides.clear();
      betza.value = "";
      this.paint();
      byId("make-words").textContent = "";
      byId("make-picture").replaceChildren();
    });
    byId("panel-make").replaceChildren(
      h("p", {}, t("Click the squares that the piece reaches; forwards is up. Or write its notation.")),
      h("p", {}, kind("leap", t("leaps there"), true), kind("slide", t("slides that way, step by step"), false), clear),
      grid,
      h("p", {}, h("label", {}, t("Notation") + " ", betza), " ", use, " ", h("select", { id: "make-for", "aria-label": "Piece" })),
      h("p", { id: "make-words", "aria-live": "polite" }),
      h("div", { id: "make-picture" }),
      h("h2", {}, t("Add it to the game")),
      this.addForm(betza),
    );
  }

  /** The form for the name, letter, value and picture of a new piece. */
  private addForm(betza: HTMLInputElement): HTMLElement {
    const name = h("input", { id: "add-name", required: true, maxlength: "40", ...PLAIN });
    const letter = h("input", { id: "add-letter", required: true, size: "3", maxlength: "8", ...PLAIN });
    const value = h("input", { id: "add-value", ...PAWNS });
    const picture = h("select", { id: "add-picture" }, h("option", { value: "" }, t("by its moves")));
    // Suggests a free letter until the user enters one.
    name.addEventListener("input", () => {
      if (!letter.dataset.written) letter.value = this.freeLetter(name.value);
    });
    letter.addEventListener("input", () => (letter.dataset.written = "yes"));
    const form = h(
      "form",
      { class: "piece-fields" },
      labelled(t("Name"), name),
      labelled(t("Letter"), letter),
      labelled(t("Value in pawns"), value),
      labelled(t("Picture"), picture),
      h("button", { id: "add-piece", class: "primary" }, t("Add and place")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const move = betza.value.trim();
      if (!move) {
        byId("make-words").textContent = t("Choose squares or write a notation first.");
        betza.focus();
        return;
      }
      const piece: NewPiece = { name: name.value.trim(), letter: letter.value.trim(), betza: move };
      if (value.value) piece.value = Number(value.value);
      if (picture.value) piece.picture = picture.value;
      void this.around.add(piece);
    });
    return form;
  }

  /** The first letter of a name that no piece has, or else of the alphabet. */
  private freeLetter(name: string): string {
    const taken = new Set(this.rows.map((row) => row.letter.toUpperCase()));
    const letters = [...name.toUpperCase().replace(/[^A-Z]/g, ""), ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    return name ? (letters.find((one) => !taken.has(one)) ?? "") : "";
  }

  /** Fills a list of pictures on demand. */
  async offerShapes(select = byId<HTMLSelectElement>("add-picture")): Promise<void> {
    if (select.options.length > 1) return;
    const shapes = await this.client.ask<string[]>({ op: "shapes" });
    const others = shapes.filter((shape) => shape !== select.value);
    select.append(...others.map((shape) => h("option", { value: shape }, shape)));
  }

  private target(dx: number, dy: number): HTMLElement {
    if (dx === 0 && dy === 0) return h("button", { class: "center", disabled: true, "aria-label": "the piece" }, "●");
    const key = `${dx},${dy}`;
    const button = h("button", { "data-target": key });
    button.addEventListener("click", () => {
      const slides = document.querySelector<HTMLInputElement>("input[name=reach]:checked")?.value === "slide";
      const [set, other] = slides ? [this.slides, this.leaps] : [this.leaps, this.slides];
      other.delete(key);
      if (!set.delete(key)) set.add(key);
      this.paint();
      void this.compose();
    });
    this.label(button, key);
    return button;
  }

  private label(button: HTMLElement, key: string): void {
    const [dx, dy] = key.split(",").map(Number) as [number, number];
    const words = [];
    if (dy) words.push(`${Math.abs(dy)} ${dy > 0 ? "forwards" : "backwards"}`);
    if (dx) words.push(`${Math.abs(dx)} ${dx > 0 ? "right" : "left"}`);
    const state = this.leaps.has(key) ? "leaps" : this.slides.has(key) ? "slides" : "does not go";
    button.setAttribute("aria-label", `${words.join(", ")}: ${state}`);
    button.setAttribute("aria-pressed", String(state !== "does not go"));
    button.textContent = state === "leaps" ? "●" : state === "slides" ? "→" : "";
  }

  private paint(): void {
    for (const button of document.querySelectorAll<HTMLElement>("[data-target]")) {
      this.label(button, button.dataset.target!);
    }
  }

  private async compose(): Promise<void> {
    const list = (set: Set<string>) => [...set].map((key) => key.split(",").map(Number));
    if (this.leaps.size + this.slides.size === 0) {
      byId<HTMLInputElement>("make-betza").value = "";
      return this.read("");
    }
    const said = await this.client
      .ask<{ betza: string }>({ op: "compose", leaps: list(this.leaps), slides: list(this.slides) })
      .catch((error) => this.game.complain(error));
    if (!said) return;
    byId<HTMLInputElement>("make-betza").value = said.betza;
    await this.read(said.betza);
  }

  /** Shows the meaning of a notation; for a typed one also its squares, if it has only leaps and slides. */
  private async read(betza: string, written = false): Promise<void> {
    const words = byId("make-words");
    const mark = (reaches: Reaches | null) => {
      if (!written) return;
      const keys = (all: number[][] = []) => new Set(all.map(([dx, dy]) => `${dx},${dy}`));
      this.leaps = keys(reaches?.leaps);
      this.slides = keys(reaches?.slides);
      this.paint();
    };
    if (!betza) {
      mark(null);
      words.textContent = "";
      byId("make-picture").replaceChildren();
      return;
    }
    try {
      const asked = { op: "notation", betza, theme: this.around.theme() };
      const said = await this.client.ask<{ words: string; names: string[]; svg: string; reaches: Reaches | null }>(asked);
      if (written && byId<HTMLInputElement>("make-betza").value.trim() !== betza) return;
      mark(said.reaches);
      words.textContent = [said.names.join(", "), said.words].filter(Boolean).join(": ");
      byId("make-picture").replaceChildren(
        h("img", { class: "move-picture", src: pictureUrl(said.svg), alt: `Moves of ${betza}` }),
      );
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { code, message, help } = error.failure;
      words.textContent = `${code ?? ""} ${sentence(message)} ${help ? sentence(help) : ""}`;
      byId("make-picture").replaceChildren();
      mark(null);
    }
  }
}

// The shelf: games stored in this browser.

import { closeDialog, dialog } from "./dialog";
import { h } from "./dom";
import { t } from "./language";
import { read, write } from "./settings";
import type { Shared } from "./share";

interface Kept {
  id: string;
  title: string;
  when: number;
  game: Shared;
}

const KEPT = "ferz-shelf";
/** The maximum number of stored games; the oldest one is dropped. */
const MOST = 40;

/** Stores a game in place of its earlier state. */
export function keepGame(id: string, title: string, game: Shared): void {
  const rest = read<Kept[]>(KEPT, []).filter((one) => one.id !== id);
  write(KEPT, [{ id, title, when: Date.now(), game }, ...rest].slice(0, MOST));
}

/** Shows the shelf; `open` receives the selected game. */
export function showShelf(open: (game: Shared, id: string) => void): void {
  const games = read<Kept[]>(KEPT, []);
  const rows = games.map((one) => {
    const moves = t("{n} moves", { n: one.game.moves?.length ?? 0 });
    const when = new Date(one.when).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const go = h("button", { class: "plain" }, one.title, h("small", {}, `${moves}, ${when}`));
    go.addEventListener("click", () => {
      closeDialog();
      open(one.game, one.id);
    });
    const remove = h("button", { class: "quiet", "aria-label": t("Remove {title}", { title: one.title }) }, t("Remove"));
    const row = h("li", {}, go, remove);
    remove.addEventListener("click", () => {
      write(KEPT, read<Kept[]>(KEPT, []).filter((other) => other.id !== one.id));
      row.remove();
    });
    return row;
  });
  const words = games.length > 0 ? t("Games that you played here. They stay in this browser.") : t("Games that you play here are kept in this browser.");
  dialog(t("Shelf"), h("p", {}, words), h("ul", { class: "shelf" }, ...rows));
}

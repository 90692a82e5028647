// The board: by mouse, by touch and by keyboard, whatever a move consists of.

import assert from "node:assert/strict";
import { availableParallelism, loadavg } from "node:os";

/** A position of a variant in which a piece goes by several squares, found by playing at random. */
function twoLegs(library, name) {
  const text = `name = 'test'\ninherits = '${name}'\n`;
  let view = library.ask({ op: "open", text }).ok.view;
  let seed = 7;
  for (let ply = 0; ply < 300; ply += 1) {
    const names = new Map(library.ask({ op: "board", theme: "light", below: "white" }).ok.squares.map((one) => [one.id, one.name]));
    for (const begin of view.input.squares) {
      const taken = library.ask({ op: "enter", event: "square", square: begin.square }).ok;
      const pass = taken.input.squares.find((one) => one.deed === "pass" || one.deed === "pass-or-stop");
      if (pass) {
        const on = library.ask({ op: "enter", event: "square", square: pass.square }).ok;
        const end = on.input.squares.find((one) => ["go", "stop", "stay"].includes(one.deed));
        if (!on.made && end) {
          const result = { fen: taken.fen, from: names.get(begin.square), by: names.get(pass.square), to: names.get(end.square) };
          library.ask({ op: "enter", event: "cancel" });
          return result;
        }
      }
      library.ask({ op: "enter", event: "cancel" });
    }
    seed = (seed * 1103515245 + 12345) % 2147483648;
    view = library.ask({ op: "enter", event: "text", text: String(1 + (seed % view.input.moves)) }).ok;
    if (view.over) view = library.ask({ op: "open", text }).ok.view;
  }
  throw new Error(`no move of several legs in ${name}`);
}

export const tests = {
  "the first board is there soon": {
    alone: true,
    async run({ page, ...all }) {
      const after = () => page.evaluate(() => performance.getEntriesByName("first-board")[0].startTime);
      let best = await after();
      for (let n = 0; n < 2; n += 1) {
        await page.goto("about:blank");
        await page.goto(all.server.url);
        await page.waitForFunction(() => document.documentElement.dataset.ready === "editor");
        best = Math.min(best, await after());
      }
      console.log(`        first board after ${Math.round(best)} ms`);
      // The goal is 1000. A machine that does other things at once is given more.
      const busy = Math.max(1, loadavg()[0] / availableParallelism());
      assert.ok(best < 2000 * busy, `${best} ms, with ${busy} tasks for each processor`);
    },
  },
  "the first board does not wait for the library": {
    path: null,
    async run(all) {
      const { page } = all;
      // What came before the first board; the editor is asked for behind it.
      let bytes = 0;
      await page.route(/\/(|first.*|.*\.(html|js|css|svg))$/, async (route) => {
        const response = await route.fetch();
        if (!route.request().url().endsWith("rich.js")) bytes += (await response.body()).length;
        await route.fulfill({ response });
      });
      let release;
      const held = new Promise((resolve) => (release = resolve));
      await page.route("**/ferz.bin", (route) => held.then(() => route.continue()));
      for (const colorScheme of ["dark", "light"]) {
        await page.emulateMedia({ colorScheme });
        await page.goto(all.server.url);
        await page.waitForFunction(() => document.documentElement.dataset.ready === "board");
      }
      await all.holds("e2", /white pawn/);
      await page.waitForFunction(() => document.querySelectorAll("[data-piece-row]").length === 6);
      console.log(`        two first boards after ${Math.round(bytes / 1000)} kB`);
      assert.ok(bytes / 2 < 600_000, `${bytes / 2} bytes`);
      // What is entered meanwhile waits for it.
      await all.click("a2");
      await all.click("a4");
      await all.holds("a2", /white pawn/);
      release();
      await all.says(/Black played .* White to move/);
      await all.holds("a4", /white pawn/);
    },
  },
  "a move is made by two clicks, and the engine replies": {
    async run(page) {
      await page.click("e2");
      await page.holds("e4", /move here/);
      await page.click("e4");
      await page.holds("e4", /white pawn/);
      await page.says(/Black played .* White to move/);
    },
  },
  "a piece is dragged": {
    async run(page) {
      await page.two();
      await page.drag("g1", "f3");
      await page.holds("f3", /white knight, last move/);
      await page.drag("e7", "e5");
      await page.holds("e5", /black pawn/);
    },
  },
  "a piece that is dropped anywhere else goes back": {
    async run(page) {
      await page.drag("g1", "g4");
      await page.holds("g1", /white knight/);
      await page.says(/White to move/);
    },
  },
  "a move of two legs is entered leg by leg, and taken back leg by leg": {
    async run(page, { library, pictures }) {
      const { fen, from, by, to } = twoLegs(library, "rococo");
      await page.play("rococo");
      await page.setFen(fen);
      await page.click(from);
      await page.holds(by, /on the way|end here or go on/);
      await page.click(by);
      await page.holds(by, /on the way/);
      await page.picture(pictures, "rococo-legs");
      await page.square(by).focus();
      await page.page.keyboard.press("Escape");
      await page.holds(by, /on the way|end here or go on/);
      await page.click(by);
      await page.click(to);
      await page.says(/played/);
    },
  },
  "a promotion asks what the piece becomes": {
    async run(page) {
      await page.two();
      await page.setFen("7k/P7/8/8/8/8/8/K7 w - - 0 1");
      await page.click("a7");
      await page.click("a8");
      const options = page.page.locator("#question [role=option]");
      await options.first().waitFor();
      assert.deepEqual(await options.allInnerTexts(), ["queen", "rook", "bishop", "knight"]);
      await options.nth(0).click();
      await page.holds("a8", /white queen/);
    },
  },
  "a captured piece is dropped by click and by drag": {
    async run(page) {
      await page.play("crazyhouse");
      for (const move of ["e2e4", "d7d5", "e4d5", "d8d5"]) {
        await page.page.fill("#typed", move);
        await page.page.press("#typed", "Enter");
        await page.holds(move.slice(2), /white|black/);
      }
      await page.says(/White to move/);
      await page.page.locator("#hand-bottom button").click();
      await page.holds("e4", /drop here/);
      await page.click("e4");
      await page.holds("e4", /white pawn/);
      const hand = await page.page.locator("#hand-top button").boundingBox();
      const target = await page.square("c6").boundingBox();
      await page.page.mouse.move(hand.x + 15, hand.y + 15);
      await page.page.mouse.down();
      await page.page.mouse.move(target.x + 20, target.y + 20, { steps: 6 });
      await page.page.mouse.up();
      await page.holds("c6", /black pawn/);
    },
  },
  "a piece of a hand shows where it may go while it is dragged, and goes back from elsewhere": {
    async run(page) {
      await page.play("crazyhouse");
      await page.setFen("4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1");
      const hand = await page.page.locator("#hand-bottom button").boundingBox();
      const target = await page.square("c6").locator(".under").boundingBox();
      await page.page.mouse.move(hand.x + 15, hand.y + 15);
      await page.page.mouse.down();
      await page.page.mouse.move(target.x + 20, target.y + 20, { steps: 6 });
      await page.holds("d5", /drop here/);
      assert.match(await page.page.getAttribute("svg.board .ghost", "href"), /^data:image/);
      await page.page.mouse.move(hand.x + 200, hand.y + 10, { steps: 6 });
      await page.page.mouse.up();
      await page.holds("d5", /empty$/);
      assert.equal(await page.page.getAttribute("svg.board .ghost", "href"), null);
      assert.equal(await page.page.locator("#hand-bottom button").count(), 1);
    },
  },
  "a gate is chosen where a piece has left its square": {
    async run(page) {
      await page.play("seirawan");
      await page.click("g1");
      await page.click("f3");
      const options = page.page.locator("#question [role=option]");
      await options.first().waitFor();
      const words = await options.allInnerTexts();
      const gate = words.findIndex((word) => /on g1/.test(word));
      assert.ok(gate >= 0, words.join());
      await options.nth(gate).click();
      await page.holds("g1", /white/);
      await page.holds("f3", /white knight/);
    },
  },
  "a gate is chosen on 12 by 14 squares": {
    async run(page) {
      const empty = "12/".repeat(10);
      await page.write(
        "name = 'gates'\ntitle = 'gates'\ninherits = 'seirawan'\nboard = { files = 12, ranks = 14 }\nrules.castling = false\n" +
          `start = 'rnbqkbnrbnnr/pppppppppppp/${empty}PPPPPPPPPPPP/RNBQKBNRBNNR[HEhe] w ABCDEFGHIJKLabcdefghijkl - 0 1'\n`,
      );
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "gates");
      await page.two();
      assert.equal(await page.page.locator("[role=gridcell]").count(), 12 * 14);
      await page.click("k1");
      await page.click("l3");
      const options = page.page.locator("#question [role=option]");
      await options.first().waitFor();
      const words = await options.allInnerTexts();
      const gate = words.findIndex((word) => /hawk.*on k1|on k1.*hawk/.test(word));
      assert.ok(words.length === 3 && gate >= 0, words.join());
      await options.nth(gate).click();
      await page.holds("k1", /white hawk/);
      await page.holds("l3", /white knight/);
      await page.says(/Black to move/);
    },
  },
  "a wall is put after the move": {
    async run(page) {
      await page.play("amazons");
      const piece = page.page.locator("[role=gridcell][aria-label*='can move']").first();
      const from = await piece.getAttribute("data-square");
      await page.click(from);
      const to = await page.page.locator("[role=gridcell][aria-label*='move here']").first().getAttribute("data-square");
      await page.click(to);
      await page.page.locator("[role=gridcell][aria-label*='put the wall here']").first().waitFor();
      const wall = await page.page.locator("[role=gridcell][aria-label*='put the wall here']").first().getAttribute("data-square");
      await page.click(wall);
      await page.holds(wall, /wall/);
      await page.says(/Black to move/);
    },
  },
  "a side passes where the rules let it": {
    async run(page) {
      await page.play("janggi");
      await page.page.click("#pass");
      await page.says(/Black to move/);
    },
  },
  "pieces are placed before the game": {
    async run(page) {
      await page.play("placement");
      await page.page.locator("#hand-bottom button").first().click();
      const to = await page.page.locator("[role=gridcell][aria-label*='drop here']").first().getAttribute("data-square");
      await page.click(to);
      await page.holds(to, /white/);
    },
  },
  "a game is played by keyboard alone": {
    async run(page) {
      const { page: tab } = page;
      await page.chess();
      await tab.evaluate(() => document.querySelector("[role=gridcell][tabindex='0']").focus());
      const to = async (name) => {
        for (let n = 0; n < 40; n += 1) {
          const at = await tab.evaluate(() => document.activeElement.dataset.square);
          if (at === name) return;
          const [file, rank] = [name.charCodeAt(0) - at.charCodeAt(0), Number(name.slice(1)) - Number(at.slice(1))];
          await tab.keyboard.press(file > 0 ? "ArrowRight" : file < 0 ? "ArrowLeft" : rank > 0 ? "ArrowUp" : "ArrowDown");
        }
        throw new Error(`no way to ${name}`);
      };
      for (const [from, target] of [["e2", "e4"], ["g1", "f3"]]) {
        await to(from);
        await tab.keyboard.press("Enter");
        await page.holds(target, /move here|capture/);
        await to(target);
        await tab.keyboard.press("Enter");
        await page.holds(target, /white/);
        await page.says(/Black played/);
      }
      await tab.keyboard.press("/");
      await tab.keyboard.type("d2d4");
      await tab.keyboard.press("Enter");
      await page.holds("d4", /white pawn/);
      await page.says(/Black played/);
    },
  },
  "the keys of the board go on after each other": {
    async run(page) {
      const { page: tab } = page;
      await page.two();
      await page.square("e2").evaluate((square) => square.focus());
      const below = () => tab.evaluate(() => document.querySelector('[data-square="a1"] .under').getBoundingClientRect().y > document.querySelector('[data-square="a8"] .under').getBoundingClientRect().y);
      for (const turned of [true, false]) {
        await tab.keyboard.press("f");
        await tab.waitForFunction((wanted) => {
          const y = (name) => document.querySelector(`[data-square="${name}"] .under`).getBoundingClientRect().y;
          return y("a1") < y("a8") === wanted && document.activeElement.dataset.square === "e2";
        }, turned);
      }
      assert.ok(await below());
      await tab.keyboard.press("Enter");
      await page.holds("e4", /move here/);
      await tab.keyboard.press("Escape");
      await page.holds("e4", /empty$/);
      await tab.keyboard.press("/");
      await tab.keyboard.type("d4");
      await tab.keyboard.press("Enter");
      await page.says(/White played d4/);
      await page.square("e2").evaluate((square) => square.focus());
      await tab.keyboard.press("u");
      await page.holds("d2", /white pawn/);
    },
  },
  "the piece stands on its target while a wall is asked for": {
    async run(page) {
      await page.play("duck");
      await page.click("e2");
      await page.click("e4");
      await page.holds("e4", /white pawn/);
      await page.holds("e2", /empty/);
      await page.click("a5");
      await page.holds("a5", /wall/);
      await page.holds("e4", /white pawn/);
    },
  },
  "a move to another board is entered by either square": {
    async run(page) {
      await page.play("alice");
      await page.click("e2");
      await page.click("e4");
      await page.holds("m4", /white pawn/);
      await page.click("e7");
      await page.click("m5");
      await page.holds("m5", /black pawn/);
    },
  },
  "the largest board can be played on a phone": {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    async run(page) {
      const rank = (letters) => letters + String(36 - letters.length);
      await page.write(
        `name = 'huge'\ntitle = 'huge'\nboard = { files = 36, ranks = 36 }\nstart = '${rank("k")}/${"36/".repeat(34)}${rank("KQ")} w - - 0 1'\n` +
          "[pieces.king]\nletter = 'K'\nmove = 'K'\nroyal = true\n[pieces.queen]\nletter = 'Q'\nmove = 'Q'\n",
      );
      await page.page.waitForFunction(() => document.getElementById("title").textContent === "huge");
      await page.two();
      assert.equal(await page.page.locator("[role=gridcell]").count(), 36 * 36);
      const tap = async (name) => {
        await page.square(name).locator(".under").scrollIntoViewIfNeeded();
        const box = await page.square(name).locator(".under").boundingBox();
        assert.ok(box.width < 28);
        await page.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
        // Small squares are confirmed.
        await page.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
      };
      await tap("b1");
      await page.holds("b20", /move here/);
      await tap("b20");
      await page.holds("b20", /white queen/);
    },
  },
  "a phone shows a piece that was chosen below the board": {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    async run(page) {
      await page.page.click("#tab-pieces");
      await page.page.locator("[data-piece-row=king] button").click();
      await page.says(/moves of the king/);
      const { y, height } = await page.page.locator("#board").boundingBox();
      assert.ok(y >= 0 && y + height <= 844, `${y}, ${height}`);
      await page.page.click("#end-moves");
      await page.menu(() => page.page.click("#rules"));
      await page.page.locator("#dialog-body h3").first().waitFor();
      const overflow = await page.page.evaluate(() => {
        const { right } = document.getElementById("dialog-body").getBoundingClientRect();
        return [...document.querySelectorAll("#dialog-body :not(pre, td, th)")].filter((one) => one.getBoundingClientRect().right > right + 1 && !one.closest("pre, table")).map((one) => one.textContent.slice(0, 60));
      });
      assert.deepEqual(overflow, []);
    },
  },
  "a phone shows everything without scrolling sideways": {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    async run(page) {
      const overflow = await page.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(overflow <= 0, `${overflow} pixels`);
      const box = await page.square("e2").locator(".under").boundingBox();
      await page.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
      await page.holds("e4", /move here/);
    },
  },
  "a finger drags pieces, and the page where there is none": {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    async run(page) {
      await page.two();
      const client = await page.context.newCDPSession(page.page);
      const middle = async (name) => {
        const box = await page.square(name).locator(".under").boundingBox();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      };
      const drag = async (from, to) => {
        const send = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
        const [a, b] = [await middle(from), await middle(to)];
        await send("touchStart", [a]);
        for (let n = 1; n <= 8; n += 1) await send("touchMove", [{ x: a.x + ((b.x - a.x) * n) / 8, y: a.y + ((b.y - a.y) * n) / 8 }]);
        await send("touchEnd", []);
      };
      await drag("e2", "e4");
      await page.says(/White played e4/);
      assert.equal(await page.page.evaluate(() => window.scrollY), 0);
      await drag("d7", "d5");
      await page.says(/Black played d5/);
      await drag("g3", "g6");
      await page.page.waitForFunction(() => window.scrollY > 20);
    },
  },
  "the board is turned around": {
    async run(page) {
      const before = (await page.square("a1").locator(".under").boundingBox()).y;
      await page.page.click("#flip");
      await page.page.waitForFunction(
        (y) => document.querySelector('[data-square="a1"] .under').getBoundingClientRect().y < y - 100,
        before,
      );
      await page.click("e2");
      await page.holds("e4", /move here/);
    },
  },
  "a position is put together by hand": {
    async run(page) {
      await page.two();
      await page.page.click("#edit");
      await page.click("d8");
      await page.holds("d8", /empty/);
      await page.page.click("#palette [aria-label='white queen']");
      await page.click("e5");
      await page.holds("e5", /white queen/);
      await page.page.click("#edit");
      assert.match(await page.fen(), /^rnb1kbnr\/pppppppp\/8\/4Q3/);
      await page.click("e5");
      await page.holds("e7", /capture/);
    },
  },
  "a position is cleared, its pieces are dragged, and its side and hands change": {
    async run(page) {
      await page.play("crazyhouse");
      await page.page.click("#edit");
      const act = (name) => page.page.locator("#palette button", { hasText: name }).click();
      await act("Clear the board");
      await page.holds("d8", /empty/);
      await page.holds("e1", /white king/);
      await page.drag("e1", "a4");
      await page.holds("a4", /white king/);
      await page.holds("e1", /empty/);
      await page.page.click("#palette [aria-label='black rook']");
      await act("Into the hand");
      await act("Into the hand");
      await page.page.locator("#hand-top [aria-label='black rook in hand, 2']").click();
      await page.page.locator("#hand-top [aria-label='black rook in hand, 1']").waitFor();
      await act("Other side to move");
      await page.says(/Black to move/);
      await page.page.click("#edit");
      assert.match(await page.fen(), /^4k3\/8\/8\/8\/K7\/8\/8\/8\[r\] b /);
      await page.play("chess");
      await page.page.click("#edit");
      await page.page.click("#palette [aria-label='black rook']");
      await act("Into the hand");
      await page.says(/This variant has no pieces in hand/);
    },
  },
  "a FEN that cannot be read is refused with its reason": {
    async run(page) {
      await page.setFen("rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w KQkq -");
      await page.says(/square|rank/i);
      await page.holds("e2", /white pawn/);
    },
  },
};

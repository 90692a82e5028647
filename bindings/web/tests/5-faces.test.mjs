// The three faces of the page, the move as it is entered, motion, marks, and what comes next.

import assert from "node:assert/strict";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const face = (page) => page.page.getAttribute("html", "data-face");

/** A definition as part of an address. */
export async function packed(text) {
  const { deflateRawSync } = await import("node:zlib");
  return deflateRawSync(Buffer.from(text)).toString("base64url");
}

const tap = async (page, name) => {
  const box = await page.square(name).locator(".under").boundingBox();
  await page.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
};

const middle = async (page, name) => {
  const box = await page.square(name).locator(".under").boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

const rightDrag = async (page, from, to) => {
  await page.page.mouse.move(...(await middle(page, from)));
  await page.page.mouse.down({ button: "right" });
  await page.page.mouse.move(...(await middle(page, to)), { steps: 4 });
  await page.page.mouse.up({ button: "right" });
};

export const tests = {
  "a link shows the board first, with title and author, and the definition behind a button": {
    path: "#g=xiangqi",
    viewport: { width: 1440, height: 900 },
    async run(page, { pictures }) {
      assert.equal(await face(page), "play");
      await page.picture(pictures, "play");
      assert.ok(await page.page.locator("#bench").isHidden());
      assert.equal(await page.page.textContent("#about-title"), "Xiangqi");
      assert.match(await page.page.textContent("#about-author"), /traditional/);
      await page.page.click("#about-rules");
      await page.page.locator("#dialog-body h3").first().waitFor();
      await page.page.keyboard.press("Escape");
      await page.page.click("#about-change");
      await page.page.locator("#editor .cm-content").waitFor();
      assert.equal(await face(page), "design");
      assert.match(await page.text(), /inherits = 'xiangqi'/);
      // The face stays when the page is loaded again.
      await page.page.reload();
      await page.ready();
      assert.equal(await face(page), "design");
    },
  },
  "an address with a game that is not there says so": {
    path: "#g=xianqi",
    async run(page) {
      await page.says(/No variant is called `xianqi`\. Did you mean `xiangqi`/);
      // It is mended by one click.
      assert.equal(await face(page), "design");
      assert.ok(await page.page.locator(".actions").isHidden());
      await page.page.locator("#findings button", { hasText: "Write `xiangqi`" }).click();
      await page.page.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 90);
      assert.ok(await page.page.locator(".actions").isVisible());
      await page.page.goto("about:blank");
      await page.page.goto(page.server.url + "#g=x'%0Ay=1");
      await page.ready();
      await page.says(/no definition that can be read/);
    },
  },
  "a frame shows a board alone that is played in, without sounds and without a trace": {
    path: "#embed&g=chess&side=black&theme=dark&level=2",
    viewport: { width: 420, height: 540 },
    async run(page, { pictures }) {
      assert.equal(await face(page), "embed");
      for (const id of ["bench", "nav", "sheet", "hint"]) assert.ok(await page.page.locator(`#${id}`).isHidden(), id);
      assert.equal(await page.page.getAttribute("html", "data-theme"), "dark");
      // Black is below, and the engine plays White.
      await page.says(/White played .* Black to move/);
      await page.page.waitForFunction(() => document.querySelectorAll(".movers image").length === 0);
      await page.picture(pictures, "embed");
      const y = async (name) => (await page.square(name).boundingBox()).y;
      assert.ok((await y("e8")) > (await y("e1")));
      await page.click("e7");
      await page.click("e5");
      await page.says(/White played .* Black to move/);
      assert.equal(await page.page.evaluate(() => localStorage.getItem("ferz-shelf") ?? sessionStorage.getItem("ferz")), null);
      assert.match(await page.page.getAttribute("#open-page", "href"), /#d=/);
    },
  },
  "a frame works in a page of others": {
    path: null,
    async run(page, { server }) {
      await page.page.route("**/author.html", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><title>mine</title><iframe src="${server.url}#embed&g=chess" width="420" height="540"></iframe>` }));
      await page.page.goto(server.url + "author.html");
      const frame = page.page.frameLocator("iframe");
      await frame.locator("html[data-ready=editor]").waitFor();
      await frame.locator('[data-square="e2"] .under').click();
      await frame.locator('[data-square="e4"][aria-label*="move here"]').waitFor();
      await frame.locator('[data-square="e4"] .under').click();
      await frame.locator("#status", { hasText: "White played e4" }).waitFor();
      // All of it is seen without scrolling.
      const sizes = await frame.locator("html").evaluate((html) => [html.scrollWidth - html.clientWidth, html.scrollHeight - html.clientHeight]);
      assert.deepEqual(sizes, [0, 0]);
    },
  },
  "on a phone the board goes from edge to edge, with four icons, and the rest in a sheet": {
    ...PHONE,
    path: "#g=chess",
    async run(page, { pictures }) {
      await page.picture(pictures, "play-phone");
      const box = await page.page.locator("svg.board").boundingBox();
      assert.ok(box.x <= 0.5 && box.width >= 389.5, `${box.x} ${box.width}`);
      const square = await page.square("e2").locator(".under").boundingBox();
      assert.ok(square.width > 48, `${square.width}`);
      const icons = await page.page.locator(".actions button:visible").evaluateAll((all) => all.map((one) => [one.id, one.getBoundingClientRect().height]));
      assert.deepEqual(icons.map(([id]) => id), ["undo", "hint", "flip", "menu"]);
      assert.ok(icons.every(([, height]) => height >= 44), icons.join());
      assert.ok(await page.page.locator("#new-game").isHidden());
      await page.page.locator("#menu").tap();
      await page.page.locator("#new-game").waitFor();
      await page.page.waitForTimeout(250);
      await page.picture(pictures, "sheet");
      for (const button of await page.page.locator("#sheet button:visible").all()) {
        const { height } = await button.boundingBox();
        assert.ok(height >= 43.5, `${await button.textContent()}: ${height}`);
      }
      await page.page.keyboard.press("Escape");
      await page.page.locator("#new-game").waitFor({ state: "hidden" });
      assert.equal(await page.page.evaluate(() => document.activeElement.id), "menu");
      // A game by touch.
      await tap(page, "e2");
      await page.holds("e4", /move here/);
      await tap(page, "e4");
      await page.says(/Black played/);
      await page.page.locator("#undo").tap();
      await page.holds("e2", /white pawn/);
      assert.ok((await page.page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
    },
  },
  "every refusal has its reason": {
    colorScheme: "dark",
    async run(page, { pictures }) {
      await page.play("chess");
      const refused = async (from, to, reason) => {
        await page.click(from);
        if (to) {
          await page.holds(from, /taken up/);
          await page.click(to);
        }
        await page.says(reason);
        assert.ok(await page.page.evaluate(() => document.getElementById("status").classList.contains("refused")));
      };
      await refused("g1", "g4", /The knight on g1 does not move to g4\. White to move/);
      await refused("e7", null, /It is White's turn/);
      await refused("e5", null, /e5 is empty, and it is White's turn/);
      await refused("a1", null, /The rook on a1 has no legal move/);
      await page.setFen("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1");
      await refused("e2", "d2", /The king would be in check from e8/);
      await page.picture(pictures, "refusal");
      await refused("e1", "e3", /The king on e1 does not move to e3/);
      await page.setFen("4r2k/8/8/8/8/8/3P4/4K2R w - - 0 1");
      await refused("d2", null, /The pawn on d2 has no legal move that answers the check from e8/);
      await refused("e1", "e2", /The king would still be in check from e8/);
      await page.setFen("7k/8/8/3P4/8/3P4/8/R3K3 w - - 0 1");
      await refused("d5", "c6", /The pawn on d5 moves to c6 only if it captures there/);
      await refused("a1", "h1", /another piece is in the way/);
      // A drag is refused in the same words.
      await page.drag("a1", "e1");
      await page.says(/your own king stands there/);
      await page.holds("a1", /white rook/);
      // And by keyboard.
      await page.square("e2").evaluate((square) => square.focus());
      await page.page.keyboard.press("Enter");
      await page.says(/e2 is empty/);
    },
  },
  "captures that must be made are named": {
    async run(page) {
      await page.play("antichess");
      await page.setFen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
      await page.click("e1");
      await page.says(/no legal move/);
      await page.click("e4");
      await page.click("e5");
      await page.says(/must be captured/);
    },
  },
  "choices stand on the square itself, the best piece first, by mouse, touch and keys": {
    async run(page, { pictures }) {
      await page.two();
      await page.setFen("7k/P7/8/8/8/8/8/K7 w - - 0 1");
      await page.click("a7");
      await page.click("a8");
      const options = page.page.locator("#question [role=option]");
      await options.first().waitFor();
      assert.deepEqual(await options.allInnerTexts(), ["queen", "rook", "bishop", "knight"]);
      assert.equal(await options.locator("img").count(), 4);
      await page.picture(pictures, "question");
      // The piece stands on its target, and the choices are on the board.
      await page.holds("a8", /white pawn/);
      const [board, box] = [await page.page.locator("svg.board").boundingBox(), await page.page.locator("#question").boundingBox()];
      assert.ok(box.x >= board.x - 1 && box.y >= board.y - 1 && box.x + box.width <= board.x + board.width + 1 && box.y + box.height <= board.y + board.height + 1);
      const target = await page.square("a8").locator(".under").boundingBox();
      assert.ok(Math.abs(box.y - (target.y + target.height)) < 6, `${box.y} ${target.y}`);
      // Back by one step: the pawn is still taken up.
      await options.first().press("Escape");
      await page.holds("a8", /move here/);
      // By keys alone.
      await page.square("a7").evaluate((square) => square.focus());
      await page.page.keyboard.press("ArrowUp");
      await page.page.keyboard.press("Enter");
      await options.first().waitFor();
      await page.page.waitForFunction(() => document.activeElement.getAttribute("role") === "option");
      await page.page.keyboard.press("ArrowRight");
      await page.page.keyboard.press("Enter");
      await page.holds("a8", /white rook/);
    },
  },
  "walls are put by marks alone": {
    async run(page) {
      await page.play("duck");
      await page.click("e2");
      await page.click("e4");
      await page.holds("e4", /white pawn/);
      await page.says(/Where does the wall go/);
      assert.ok(await page.page.locator("#question").isHidden());
      await page.click("a5");
      await page.holds("a5", /wall/);
    },
  },
  "a turn of two moves says which one comes next": {
    async run(page) {
      await page.play("marseillais");
      await page.says(/White to move/);
      await page.click("e2");
      await page.click("e4");
      await page.says(/Black to move, move 1 of 2/);
      await page.click("e7");
      await page.click("e5");
      await page.says(/Black to move, move 2 of 2/);
    },
  },
  "pieces slide along their way, captures fade, and less motion is respected": {
    async run(page) {
      await page.play("chess");
      const animations = () => page.page.evaluate(() => {
        window.slides = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
          window.slides.push([frames.map((one) => one.transform ?? `opacity ${one.opacity}`).join(" > "), options.duration ?? options]);
          return animate.call(this, frames, options);
        };
      });
      await animations();
      await page.click("e2");
      await page.click("e4");
      await page.says(/White played e4/);
      await page.click("d7");
      await page.click("d5");
      await page.says(/Black played d5/);
      await page.click("e4");
      await page.click("d5");
      await page.says(/White played exd5/);
      const slides = await page.page.evaluate(() => window.slides);
      assert.equal(slides.filter(([frames, time]) => /translate/.test(frames) && time === 180).length, 3, JSON.stringify(slides));
      assert.ok(slides.some(([frames]) => frames === "opacity 1 > opacity 0"));
      // A dragged piece is where it is; back in the game it slides.
      await page.page.evaluate(() => (window.slides = []));
      await page.drag("d8", "d5");
      await page.says(/Black played Qxd5/);
      assert.ok((await page.page.evaluate(() => window.slides)).every(([frames]) => !/translate/.test(frames)));
      await page.page.click("#previous");
      await page.holds("d8", /black queen/);
      assert.ok((await page.page.evaluate(() => window.slides)).some(([frames]) => /translate/.test(frames)));
      await page.page.waitForFunction(() => document.querySelectorAll(".movers image").length === 0);
      await page.page.emulateMedia({ reducedMotion: "reduce" });
      await page.page.evaluate(() => (window.slides = []));
      await page.page.click("#next");
      await page.holds("d5", /black queen/);
      assert.deepEqual(await page.page.evaluate(() => window.slides), []);
    },
  },
  "two sounds, none in frames and none where they are off": {
    async run(page) {
      const listen = () => page.page.evaluate(() => {
        window.tones = 0;
        const create = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
          window.tones += 1;
          return create.call(this);
        };
      });
      await listen();
      await page.two();
      await page.click("e2");
      await page.click("e4");
      await page.says(/White played e4/);
      assert.equal(await page.page.evaluate(() => window.tones), 1);
      await page.page.click("#settings");
      await page.page.uncheck("#set-sound");
      await page.page.keyboard.press("Escape");
      await page.click("e7");
      await page.click("e5");
      await page.says(/Black played e5/);
      assert.equal(await page.page.evaluate(() => window.tones), 1);
      await page.page.evaluate(() => localStorage.clear());
      await page.page.goto("about:blank");
      await page.page.goto(page.server.url + "#embed&g=chess");
      await page.ready();
      await listen();
      await page.click("e2");
      await page.click("e4");
      await page.says(/White played e4/);
      assert.equal(await page.page.evaluate(() => window.tones), 0);
    },
  },
  "arrows and circles are drawn by the other button and by keys, and a click takes them away": {
    async run(page) {
      await page.two();
      const drawn = (shape) => page.page.locator(`.drawn ${shape}`).count();
      await rightDrag(page, "g1", "f3");
      assert.equal(await drawn("polygon"), 1);
      await page.page.mouse.click(...(await middle(page, "e5")), { button: "right" });
      assert.equal(await drawn("circle"), 1);
      // The same arrow again takes it away.
      await rightDrag(page, "g1", "f3");
      assert.equal(await drawn("polygon"), 0);
      await page.click("e2");
      await page.holds("e4", /move here/);
      assert.equal(await drawn("circle"), 0);
      // While a move is entered the other button takes it back.
      await page.page.mouse.click(...(await middle(page, "e5")), { button: "right" });
      await page.holds("e4", /empty$/);
      assert.equal(await drawn("circle"), 0);
      await page.square("e2").evaluate((square) => square.focus());
      await page.page.keyboard.press("c");
      await page.page.keyboard.press("a");
      await page.page.keyboard.press("ArrowUp");
      await page.page.keyboard.press("ArrowUp");
      await page.page.keyboard.press("a");
      assert.deepEqual([await drawn("circle"), await drawn("polygon")], [1, 1]);
      await page.page.keyboard.press("Escape");
      assert.deepEqual([await drawn("circle"), await drawn("polygon")], [0, 0]);
      // A finger that rests on a square draws a circle.
      const [clientX, clientY] = await middle(page, "e4");
      const rest = { bubbles: true, cancelable: true, pointerType: "touch", clientX, clientY };
      await page.square("e4").locator(".under").evaluate((under, event) => under.dispatchEvent(new PointerEvent("contextmenu", event)), rest);
      assert.equal(await drawn("circle"), 1);
    },
  },
  "a move is planned by touch and by keys": {
    ...PHONE,
    path: "#g=chess&level=8",
    async run(page) {
      await tap(page, "e2");
      await page.holds("e4", /move here/);
      await tap(page, "e4");
      await page.page.locator("#stop").waitFor();
      await tap(page, "d2");
      await tap(page, "d3");
      await page.holds("d3", /premove/);
      await page.page.locator("#stop").tap();
      await page.holds("d3", /white pawn/);
      await page.page.locator("#stop").waitFor();
      await page.square("b1").evaluate((square) => square.focus());
      await page.page.keyboard.press("Enter");
      await page.holds("b1", /premove/);
      for (const key of ["ArrowRight", "ArrowUp", "ArrowUp", "Enter"]) await page.page.keyboard.press(key);
      await page.holds("c3", /premove/);
      // Escape takes it back.
      await page.page.keyboard.press("Escape");
      await page.holds("c3", /empty$/);
      await page.page.locator("#stop").tap();
      await page.says(/Black played .* White to move/);
      await page.holds("b1", /white knight/);
    },
  },
  "one move is planned while the engine thinks, and taken back": {
    async run(page) {
      await page.play("chess");
      await page.page.selectOption("#black", "engine");
      await page.page.fill("#level", "8");
      await page.click("e2");
      await page.click("e4");
      await page.page.locator("#stop").waitFor();
      await page.click("g1");
      await page.holds("g1", /premove/);
      await page.click("f3");
      await page.holds("f3", /premove/);
      await page.says(/made when it is your turn/);
      await page.page.click("#stop");
      await page.holds("f3", /white knight/);
      // Another one is taken back by a click.
      await page.page.locator("#stop").waitFor();
      await page.drag("b1", "c3");
      await page.holds("c3", /premove/);
      await page.click("h5");
      await page.holds("c3", /empty$/);
      await page.page.click("#stop");
      await page.says(/Black played .* White to move/);
      await page.holds("b1", /white knight/);
      // One that was only begun goes on when it is its turn.
      await page.click("h2");
      await page.holds("h3", /move here/);
      await page.click("h3");
      await page.page.locator("#stop").waitFor();
      await page.click("a2");
      await page.holds("a2", /premove/);
      await page.page.click("#stop");
      await page.holds("a3", /move here/);
    },
  },
};

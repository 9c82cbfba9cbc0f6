// What of the list in front can be seen, measured in the browser: columns of a table, facts of cards.
import type { Page } from '@playwright/test';

/** A column of the table in front; lengths in pixels of the window. */
export interface SeenColumn {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  /** It stays where it is while one scrolls sideways. */
  readonly pinned: boolean;
  /** Its title does not fit. */
  readonly titleCut: boolean;
  /** The button of its filter, or the arrow of the order, stands on letters of its title. */
  readonly titleCovered: boolean;
  /** Some cell of it does not fit. */
  readonly cut: boolean;
  /** Its total stands elsewhere, or does not fit. */
  readonly totalOff: boolean;
}

export interface SeenTable {
  readonly table: string;
  readonly left: number;
  /** Where the acts of rows begin, or the table ends. */
  readonly right: number;
  readonly columns: readonly SeenColumn[];
  /** Some act of a row lies outside of the column of acts. */
  readonly actsOff: boolean;
}

/** Card on a phone: the names of the shown fields, and of fields extending beyond the card. */
export interface SeenCard {
  readonly table: string;
  readonly shows: readonly string[];
  readonly beyond: readonly string[];
}

const IN_FRONT = `document.querySelector('.kept:not(.behind) > .pane')`;

/**
 * Does something inside of an element not fit in it? The shadow of a pinned cell is drawn beyond the cell and counts as its
 * content, so of such a cell the text alone is measured.
 */
const CUT = `(element) => {
  const isPinned = (one) => one.matches(':has(> .ant-table-cell-content)');
  const textBeyond = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().right > one.getBoundingClientRect().right + 1;
  };
  return [element, ...element.querySelectorAll('*')].some((one) =>
    !isPinned(one) && getComputedStyle(one).overflowX !== 'visible' && !one.matches('.moment, .unseen') &&
    (one.matches('.ant-table-cell-content') ? textBeyond(one) : one.scrollWidth > one.clientWidth + 1));
}`;

/** Do the marks of a heading stand on its letters? Lines are measured a little higher than their letters. */
const COVERED = `(head) => {
  const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
  const lines = [];
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    lines.push(...range.getClientRects());
  }
  const marks = [...head.querySelectorAll('.heading-button svg, .ant-table-column-sorter svg')];
  return marks.map((mark) => mark.getBoundingClientRect()).some((mark) => lines.some((line) =>
    Math.min(mark.right, line.right) - Math.max(mark.left, line.left) > 1 &&
    Math.min(mark.bottom, line.bottom) - Math.max(mark.top, line.top) > 3));
}`;

/** The table in front; null where the page has none. */
export const seenTable = (page: Page): Promise<SeenTable | null> =>
  page.evaluate(`(() => {
    const box = ${IN_FRONT}?.querySelector('.list-box[data-table]');
    if (!box?.querySelector('table')) return null;
    const cut = ${CUT};
    const covered = ${COVERED};
    const place = (element) => element.getBoundingClientRect();
    const heads = [...box.querySelectorAll('thead th')];
    const rows = [...box.querySelectorAll('tbody tr.ant-table-row')].map(({ children }) => [...children]);
    const feet = [...box.querySelectorAll('tfoot tr')].map(({ children }) => [...children]);
    const totals = feet.flatMap((cells) => {
      let at = 0;
      return cells.map((cell) => {
        const head = heads[at];
        at += cell.colSpan;
        return { head, off: Math.abs(place(cell).left - place(head).left) > 1 || cut(cell) };
      });
    });
    const acts = rows.map((cells) => cells.find((cell) => cell.matches('.row-actions')));
    const { left } = place(box);
    const end = left + box.clientWidth;
    const within = (cell) => {
      const { left, right } = place(cell);
      return right <= end + 1 && [...cell.querySelectorAll('button')].every((button) =>
        place(button).left >= left && place(button).right <= right);
    };
    return {
      table: box.dataset.table,
      left,
      right: Math.min(end, ...acts.filter(Boolean).map((cell) => place(cell).left)),
      actsOff: acts.some((cell) => cell && !within(cell)),
      columns: heads.flatMap((head, at) => head.dataset.column === undefined ? [] : [{
        name: head.dataset.column,
        left: place(head).left,
        right: place(head).right,
        pinned: getComputedStyle(head).left !== 'auto',
        titleCut: cut(head.querySelector('.ant-table-column-title') ?? head),
        titleCovered: covered(head),
        cut: rows.some((cells) => cells[at] && cut(cells[at])),
        totalOff: totals.some((total) => total.head === head && total.off),
      }]),
    };
  })()`);

/** The cards in front; none where the page has none. */
export const seenCards = (page: Page): Promise<readonly SeenCard[]> =>
  page.evaluate(`(() => {
    const box = ${IN_FRONT}?.querySelector('.list-box.cards');
    if (!box) return [];
    return [...box.querySelectorAll('.card:not(.card-total)')].map((card) => {
      const { left, right } = card.getBoundingClientRect();
      const facts = [...card.querySelectorAll('[data-column]')];
      const beyond = (one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        const place = range.getBoundingClientRect();
        return place.left < left || place.right > right;
      };
      return {
        table: box.dataset.table,
        shows: facts.map(({ dataset }) => dataset.column),
        beyond: facts.filter(beyond).map(({ dataset }) => dataset.column),
      };
    });
  })()`);

/**
 * Distance in pixels from the top to the first card of the list in front; 0 without cards, and for custom
 * reports, which have their settings above the cards.
 */
export const cardsBegin = (page: Page): Promise<number> =>
  page.evaluate(`${IN_FRONT}?.querySelector('.list-page:not(:has(.report-builder)) .list-box.cards')
    ?.getBoundingClientRect().top ?? 0`);

/** Returns the columns readable without scrolling, for each line of the visible paper. */
export const seenLines = (page: Page): Promise<readonly (readonly string[])[]> =>
  page.evaluate(`(() => {
    const width = document.documentElement.clientWidth;
    const read = (cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { left, right, width: own } = range.getBoundingClientRect();
      const lines = new Set([...range.getClientRects()].map(({ top }) => top));
      return own > 0 && left >= 0 && right <= width && lines.size === 1;
    };
    return [...(${IN_FRONT}?.querySelectorAll('.paper-lines tbody tr') ?? [])].map((line) =>
      [...line.querySelectorAll('[data-column]')].filter(read).map(({ dataset }) => dataset.column));
  })()`);

/** The columns of the line grid in front whose figures do not fit, by their names. */
export const cutFigures = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...${IN_FRONT}.querySelectorAll('.line-grid-cell.right')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth)
    .map(({ dataset, title }) => dataset.column ?? title)`);

/** Columns of the line grid in front that are not wholly in sight, by name, and titles that are cut. */
export const unseenInGrid = (
  page: Page,
): Promise<{ readonly columns: readonly string[]; readonly titles: readonly string[] }> =>
  page.evaluate(`(() => {
    const grid = ${IN_FRONT}.querySelector('.line-grid-scroll');
    const end = grid.getBoundingClientRect().left + grid.clientWidth;
    const cells = [...grid.querySelectorAll('.line-grid-body [data-key]:first-child [data-column]')];
    return {
      columns: cells.filter((cell) => cell.getBoundingClientRect().right > end + 1)
        .map(({ dataset }) => dataset.column),
      titles: [...grid.querySelectorAll('[role=columnheader]')]
        .filter((title) => title.scrollWidth > title.clientWidth)
        .map(({ textContent }) => textContent),
    };
  })()`);

/** Buttons over the list in front that show neither a sign nor a word, or reach beyond the window, by their names. */
export const lostTools = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const buttons = [...(${IN_FRONT}?.querySelectorAll('.toolbar button') ?? [])]
      .filter((button) => button.checkVisibility());
    const says = (one) => one.getBoundingClientRect().width > 1;
    return buttons.filter((button) => {
      const { left, right } = button.getBoundingClientRect();
      return left < 0 || right > innerWidth || ![...button.children].some(says);
    }).map((button) => button.getAttribute('aria-label') ?? button.textContent);
  })()`);

/** Lines that the filters of the list in front take, and their names and days that are cut. */
export const seenFilters = (
  page: Page,
): Promise<{ readonly lines: number; readonly cut: readonly string[] }> =>
  page.evaluate(`(() => {
    const filters = [...(${IN_FRONT}?.querySelectorAll('.filters > .filter-fields > *') ?? [])];
    const tops = new Set(filters.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round(top + height / 2);
    }));
    const words = filters.flatMap((one) => [...one.querySelectorAll('label, .ant-picker input')]);
    const cut = words.filter((one) => one.scrollWidth > one.clientWidth + 1);
    return { lines: tops.size, cut: cut.map((one) => one.textContent || one.value) };
  })()`);

/** Shows another page of this window, and waits for its content. */
export async function turnTo(page: Page, url: string, title: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    history.pushState(null, '', ${JSON.stringify(url)});
    dispatchEvent(new PopStateEvent('popstate'));
    const look = () => {
      const pane = ${IN_FRONT};
      const there = pane?.getAttribute('aria-label') === ${JSON.stringify(title)} &&
        pane.children.length > 1 &&
        pane.querySelector('[aria-busy=true], .ant-skeleton, .ant-spin-spinning') === null;
      if (there) resolve(); else requestAnimationFrame(look);
    };
    look();
  })`);
}

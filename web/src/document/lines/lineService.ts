import { replaceEqualDeep } from '@tanstack/react-query';
import { decimal } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import { amended, amendedAll, focused, inserted, refused } from '../grid/gridState.ts';
import type { Shape, GridState } from '../grid/gridState.ts';
import { lookUp, searchProducts } from '../product/productSearch.ts';
import type { LineContext } from '../product/productSearch.ts';
import type { Scanned, SerialHit } from '../product/serialSearch.ts';
import type { Outcome, Scan } from '../scan/scanQueue.ts';
import { allocated, allocationOf, blankLine, isBlankLine, isSplit } from '../draft/lineDraft.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { numberOf, priced } from '../draft/priced.ts';
import type { Pricing } from '../draft/priced.ts';
import { withSerials } from '../columns/traceColumns.ts';

/** What the lines are looked up for; read again at every lookup. */
export interface LineWorld extends LineContext {
  readonly pricing: Pricing;
  /** The warehouse a scanned or picked product goes to; null where lines have none. */
  readonly warehouseId: string | null;
}

/** A line that has learnt what its barcode names. What the user typed beside the code stays. */
export function withProduct(line: LineDraft, product: LineProduct, pricing: Pricing): LineDraft {
  return priced(
    {
      ...line,
      barcode: product.barcode,
      product,
      quantity: line.quantity === '' ? '1' : line.quantity,
      unitPrice:
        pricing.priced && line.unitPrice === '' && line.pricedBy === 'unitPrice'
          ? (product.price ?? '')
          : line.unitPrice,
      taxRate: pricing.taxed && line.taxRate === '' ? product.taxRate : line.taxRate,
    },
    pricing,
  );
}

/** The line with what a later lookup says of stock and limits; the same line where that says what it has. */
export function refreshed(line: LineDraft, found: LineProduct): LineDraft {
  const product: LineProduct = replaceEqualDeep(line.product, found);
  return product === line.product ? line : { ...line, product };
}

/** The line with prices and tax as another partner has them; lines made from a document keep what was agreed. */
export function repriced(line: LineDraft, product: LineProduct, pricing: Pricing): LineDraft {
  if (line.source !== null) return refreshed(line, product);
  const unitPrice = product.price ?? line.unitPrice;
  const taxRate = pricing.taxed ? product.taxRate : line.taxRate;
  return priced({ ...line, product, pricedBy: 'unitPrice', unitPrice, taxRate }, pricing);
}

/** Whether a price is still the one that was proposed. */
const isProposed = ({ source, product, pricedBy, unitPrice }: LineDraft): boolean => {
  const price = product?.price ?? null;
  if ((source !== null && source.unpriced !== true) || pricedBy !== 'unitPrice') return false;
  return unitPrice === '' || (price !== null && numberOf(unitPrice).equals(price));
};

/**
 * The line in other money: a price that was only proposed follows it, what somebody typed or agreed stays, and all is rounded as
 * that money is.
 */
export function converted(line: LineDraft, product: LineProduct, pricing: Pricing): LineDraft {
  const same = isProposed(line)
    ? { ...line, product, unitPrice: product.price ?? '' }
    : refreshed(line, product);
  return priced(same, pricing);
}

type Put = (line: LineDraft, product: LineProduct) => LineDraft;

/** Rows by the warehouse they stand in, for one lookup each. */
function byWarehouse(
  rows: readonly { key: string; value: LineDraft }[],
): ReadonlyMap<string | null, typeof rows> {
  return Map.groupBy(rows, ({ value }) => value.warehouseId);
}

/** Looks up the codes of some rows and puts each answer on its row, if the row still has that code. */
async function learn(
  store: GridStore<LineDraft>,
  world: LineWorld,
  rows: readonly { key: string; value: LineDraft }[],
  put: Put,
): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>();
  for (const [warehouseId, group] of byWarehouse(rows)) {
    const codes = [...new Set(group.map(({ value }) => value.barcode))];
    const found = await lookUp(codes, { ...world, warehouseId });
    const codeOf = new Map(group.map(({ key, value }) => [key, value.barcode]));
    store.change((grid) => {
      const rows = grid.rows.map((row) => {
        const product = found.get(row.value.barcode);
        if (codeOf.get(row.key) !== row.value.barcode || product === undefined) return row;
        const value = put(row.value, product);
        return value === row.value ? row : { ...row, value };
      });
      return rows.every((row, at) => row === grid.rows[at]) ? grid : { ...grid, rows };
    });
    for (const { key, value } of group) if (!found.has(value.barcode)) unknown.add(key);
  }
  return unknown;
}

/**
 * A code that names nothing, refused in its cell. A code entered alone gets the keyboard back, where its product can be made,
 * unless the user already works on elsewhere.
 */
function refusedCode(
  grid: GridState<LineDraft>,
  key: string,
  code: string,
  single: boolean,
): GridState<LineDraft> {
  const cell = { key, column: 'barcode' };
  const red = refused(grid, cell, t('editor.wrong.barcode', { code }));
  return single && grid.typing === null && grid.focus?.key === key ? focused(red, cell) : red;
}

/**
 * Watches the lines and learns what every new code names, whether it was typed, pasted or filled down: one lookup for
 * all of them. A text that is no code is searched for; the only hit is taken.
 */
export function watchBarcodes(store: GridStore<LineDraft>, world: () => LineWorld): () => void {
  const asked = new Map<string, string>();
  let running = false;

  const strange = () =>
    store
      .grid()
      .rows.filter(
        ({ key, value, wrong }) =>
          value.barcode !== '' &&
          value.product === null &&
          wrong['barcode'] === undefined &&
          asked.get(key) !== value.barcode,
      );

  const refuseUnknown = async (keys: ReadonlySet<string>, single: boolean): Promise<void> => {
    for (const key of keys) {
      const code = store.row(key)?.value.barcode;
      if (code === undefined) continue;
      const hit = single ? await onlyHit(code) : null;
      const product =
        hit === null
          ? undefined
          : (
              await lookUp([hit], {
                ...world(),
                warehouseId: store.row(key)?.value.warehouseId ?? null,
              })
            ).get(hit);
      if (product !== undefined) {
        store.change((grid) =>
          amended(grid, key, (line) => withProduct(line, product, world().pricing)),
        );
      } else if (store.row(key)?.value.barcode === code) {
        store.change((grid) => refusedCode(grid, key, code, single));
      }
    }
  };

  const run = async (): Promise<void> => {
    const rows = strange();
    if (running || rows.length === 0) return;
    running = true;
    for (const { key, value } of rows) asked.set(key, value.barcode);
    try {
      const put: Put = (line, product) => withProduct(line, product, world().pricing);
      await refuseUnknown(await learn(store, world(), rows, put), rows.length === 1);
    } catch {
      // Nothing answered: the rows stay without a product and are asked for again at the next change.
      store.change((grid) =>
        rows.reduce(
          (now, { key }) => refused(now, { key, column: 'barcode' }, t('editor.wrong.lookup')),
          grid,
        ),
      );
    } finally {
      for (const { key } of rows) asked.delete(key);
      running = false;
    }
    void run();
  };

  const stop = store.subscribe(() => void run());
  void run();
  return stop;
}

async function onlyHit(keyword: string): Promise<string | null> {
  const { rows, total } = await searchProducts({ q: keyword.slice(0, 100), rows: 2 });
  return total === 1 ? (rows[0]?.barcode ?? null) : null;
}

/** Stock, units and limits of the lines asked again: after loading, or where the warehouse changed. */
export async function refreshProducts(
  store: GridStore<LineDraft>,
  world: LineWorld,
  keys?: ReadonlySet<string>,
): Promise<void> {
  const rows = store
    .grid()
    .rows.filter(({ key, value }) => value.product !== null && (keys?.has(key) ?? true));
  await learn(store, world, rows, refreshed);
}

/** Prices and tax of every line asked again, for another partner. */
export async function repriceAll(store: GridStore<LineDraft>, world: LineWorld): Promise<void> {
  const rows = store.grid().rows.filter(({ value }) => value.product !== null);
  await learn(store, world, rows, (line, product) => repriced(line, product, world.pricing));
}

/** Prices of every line asked again in the money that the document is in by now. */
export async function convertAll(
  store: GridStore<LineDraft>,
  world: () => LineWorld,
): Promise<void> {
  const asked = world();
  const isOld = () =>
    (['currency', 'exchangeRate', 'activityId'] as const).some(
      (name) => world()[name] !== asked[name],
    );
  const rows = store.grid().rows.filter(({ value }) => value.product !== null);
  await learn(store, asked, rows, (line, product) =>
    isOld() ? line : converted(line, product, asked.pricing),
  );
}

/** Keeps the stock cells true: a line that changes its warehouse asks for its stock there. */
export function watchWarehouses(store: GridStore<LineDraft>, world: () => LineWorld): () => void {
  let before = new Map(store.grid().rows.map(({ key, value }) => [key, value.warehouseId]));
  return store.subscribe(() => {
    const { rows } = store.grid();
    const changed = rows.filter(
      ({ key, value }) =>
        value.product !== null && before.has(key) && before.get(key) !== value.warehouseId,
    );
    before = new Map(rows.map(({ key, value }) => [key, value.warehouseId]));
    if (changed.length > 0) {
      void refreshProducts(store, world(), new Set(changed.map(({ key }) => key))).catch(
        () => undefined,
      );
    }
  });
}

/** Keeps the roles of an assembly: the first line is what is made or taken apart, the others are its parts. */
export function watchRoles(store: GridStore<LineDraft>): () => void {
  const keep = (): void => {
    const [first] = store.values();
    const roleOf = (line: LineDraft) => (line === first ? 'composite' : 'part');
    if (store.values().every((line) => line.role === roleOf(line))) return;
    // Not a step of its own: undoing takes back what moved the line.
    store.change((grid) => ({
      ...grid,
      rows: grid.rows.map((row) => {
        const role = roleOf(row.value);
        return row.value.role === role ? row : { ...row, value: { ...row.value, role } };
      }),
    }));
  };
  keep();
  return store.subscribe(keep);
}

/** Every line put into one warehouse. */
export const moveAllTo = (store: GridStore<LineDraft>, warehouseId: string): void =>
  store.change((grid) =>
    amendedAll(grid, (line) =>
      line.warehouseId === warehouseId ? line : { ...line, warehouseId },
    ),
  );

interface Found {
  readonly scan: Scan;
  readonly found: Scanned | undefined;
}

/** Puts scans on the lines: one more on the line of that code and warehouse, else a line of its own; unknown codes change nothing. */
export function scansApplied(
  grid: GridState<LineDraft>,
  shape: Shape<LineDraft>,
  world: LineWorld,
  scans: readonly Found[],
): {
  readonly grid: GridState<LineDraft>;
  readonly results: readonly { readonly outcome: Outcome; readonly text: string }[];
} {
  let now = withoutBlank(grid, shape.fixed ?? false);
  const results = scans.map(({ found }): { outcome: Outcome; text: string } => {
    if (found === undefined) return { outcome: 'unknown', text: t('editor.scan.unknown') };
    const { serial, ...product } = found;
    if (serial !== undefined) {
      const piece = pieceScanned(now, shape, world, product, serial);
      now = piece.grid;
      return piece.result;
    }
    const row = now.rows.find(
      ({ value }) =>
        value.barcode === found.barcode &&
        (world.warehouseId === null || value.warehouseId === world.warehouseId),
    );
    if (row === undefined && shape.fixed)
      return { outcome: 'refused', text: t('editor.scan.notOnSource') };
    if (row !== undefined && found.serialManaged)
      return { outcome: 'refused', text: t('editor.scan.needsSerial') };
    now =
      row === undefined
        ? inserted(now, now.rows.length, [
            withProduct(blankLine(world.warehouseId), found, world.pricing),
          ])
        : amended(now, row.key, (line) => oneMore(line, world.pricing), true);
    const key = row?.key ?? now.rows.at(-1)?.key ?? '';
    now = { ...now, flash: { key, count: now.flash.count + 1 } };
    return { outcome: row === undefined ? 'added' : 'repeated', text: found.productName };
  });
  return { grid: inItsPlace(grid, now), results };
}

interface Piece {
  readonly grid: GridState<LineDraft>;
  readonly result: { readonly outcome: Outcome; readonly text: string };
}

/** A piece named by its serial goes on the line of its product, place and stock type, or on one of its own. */
function pieceScanned(
  grid: GridState<LineDraft>,
  shape: Shape<LineDraft>,
  { pricing }: LineWorld,
  product: LineProduct,
  { serial, warehouseId, stockType }: SerialHit,
): Piece {
  const refused = (text: string): Piece => ({ grid, result: { outcome: 'refused', text } });
  const named = grid.rows.some(
    ({ value }) =>
      value.product?.skuId === product.skuId &&
      value.allocations.some(({ serials }) => serials.includes(serial)),
  );
  if (named) return refused(t('editor.wrong.serialTwice', { serial }));
  const row = grid.rows.find(
    ({ value }) =>
      value.barcode === product.barcode &&
      value.warehouseId === warehouseId &&
      allocationOf(value).stockType === stockType &&
      !isSplit(value),
  );
  if (row === undefined && shape.fixed) return refused(t('editor.scan.notOnSource'));
  const before = row?.value ?? withProduct(blankLine(warehouseId), product, pricing);
  const serials = [...allocationOf(before).serials, serial].join(',');
  const written = withSerials(allocated(before, { stockType }), serials, pricing);
  if ('wrong' in written) return refused(written.wrong);
  const next =
    row === undefined
      ? inserted(grid, grid.rows.length, [written.row])
      : amended(grid, row.key, () => written.row, true);
  const key = row?.key ?? next.rows.at(-1)?.key ?? '';
  return {
    grid: { ...next, flash: { key, count: next.flash.count + 1 } },
    result: {
      outcome: row === undefined ? 'added' : 'repeated',
      text: `${product.productName} ${serial}`,
    },
  };
}

const oneMore = (line: LineDraft, pricing: Pricing): LineDraft =>
  priced(
    {
      ...line,
      quantity: decimal(line.quantity === '' ? 0 : line.quantity)
        .plus(1)
        .toFixed(),
    },
    pricing,
  );

/** The blank line at the end gives way to what is scanned; the one being typed into stays. */
function withoutBlank(grid: GridState<LineDraft>, fixed: boolean): GridState<LineDraft> {
  const last = grid.rows.at(-1);
  if (fixed || last === undefined || !isBlankLine(last.value) || grid.typing !== null) return grid;
  const focus = grid.focus?.key === last.key ? null : grid.focus;
  return { ...grid, rows: grid.rows.slice(0, -1), focus, anchor: focus };
}

/** Who stood in the blank line that gave way stands in the line that took its place: what they type next is for that column. */
function inItsPlace(before: GridState<LineDraft>, now: GridState<LineDraft>): GridState<LineDraft> {
  const taken = now.rows[before.rows.length - 1];
  if (before.focus === null || now.focus !== null || taken === undefined) return now;
  return focused(now, { ...before.focus, key: taken.key });
}

/** Products chosen in the picker: the first takes the row it was opened from when that is blank, the others follow it. */
export function productsPicked(
  grid: GridState<LineDraft>,
  shape: Shape<LineDraft>,
  key: string,
  products: readonly LineProduct[],
  world: LineWorld,
): GridState<LineDraft> {
  const at = grid.rows.findIndex((row) => row.key === key);
  const row = grid.rows[at];
  const warehouseId = row?.value.warehouseId ?? world.warehouseId;
  const [first, ...others] = products;
  const replaces = row !== undefined && row.value.source === null && first !== undefined;
  const begun = replaces
    ? amended(
        forgetCode(grid, key),
        key,
        (line) =>
          withProduct(
            { ...line, product: null, unitPrice: '', pricedBy: 'unitPrice', taxRate: '' },
            first,
            world.pricing,
          ),
        true,
      )
    : grid;
  const rest = (replaces ? others : products).map((product) =>
    withProduct(blankLine(warehouseId), product, world.pricing),
  );
  return rest.length === 0 ? begun : inserted(begun, at < 0 ? begun.rows.length : at + 1, rest);
}

function forgetCode(grid: GridState<LineDraft>, key: string): GridState<LineDraft> {
  return {
    ...grid,
    rows: grid.rows.map((row) => {
      if (row.key !== key || row.wrong['barcode'] === undefined) return row;
      const { barcode: _, ...wrong } = row.wrong;
      return { ...row, wrong };
    }),
  };
}

import { replaceEqualDeep } from '@tanstack/react-query';
import { decimal, toPlainDecimal } from '@tradehouse/domain';
import { t } from '../../phrase/index.ts';
import type { GridStore } from '../grid/gridStore.ts';
import {
  amendGridRow,
  amendedAll,
  focusCell,
  insertRowsAt,
  refuseGridCell,
} from '../grid/gridState.ts';
import type { GridShape, GridState } from '../grid/gridState.ts';
import { lookUp, searchProductChoices } from '../product/productSearch.ts';
import type { LineContext } from '../product/productSearch.ts';
import { blankLine, isUntouchedLine } from '../draft/lineDraft.ts';
import type { LineDraft, LineProduct } from '../draft/lineDraft.ts';
import { isProposed, priceLine, productAt } from '../draft/priced.ts';
import { lineOfOffer, offerFor } from '../draft/sourceUnits.ts';
import type { Pricing } from '../draft/priced.ts';
import { wrongCells } from '../draft/refusals.ts';
import type { SaveRefusal } from '../draft/refusals.ts';

/** Lookup context of lines; read again at every lookup. */
export interface LineLookupContext extends LineContext {
  readonly pricing: Pricing;
  /** The warehouse a scanned or picked product goes to; null where lines have none. */
  readonly warehouseId: string | null;
  /** Offered lines of the source documents. */
  readonly offers: readonly LineDraft[];
}

/** Sets the product of a line after a look-up. Values typed with the code remain. */
export function withLineProduct(
  line: LineDraft,
  product: LineProduct,
  pricing: Pricing,
): LineDraft {
  return priceLine(
    {
      ...withoutProposedPrice(line),
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

/** Sets a line's product and counts the line against an equal offered line. */
export function withProductAndOffer(
  line: LineDraft,
  product: LineProduct,
  { pricing, offers }: LineLookupContext,
  rows: readonly { readonly value: LineDraft }[],
): LineDraft {
  const offer =
    line.source === null
      ? offerFor(
          product,
          offers,
          rows.map(({ value }) => value),
        )
      : null;
  return withLineProduct(
    offer === null ? line : lineOfOffer(line, product, offer),
    product,
    pricing,
  );
}

/** Updates a line's stock and limits from a later lookup; the same line if unchanged. */
export function refreshLineProduct(line: LineDraft, found: LineProduct): LineDraft {
  const product: LineProduct = replaceEqualDeep(line.product, productAt(found, line.quantity));
  if (product === line.product) return line;
  // A later list price makes no typed price of the proposed one.
  const proposed =
    isProposed(line) && line.unitPrice !== '' ? { proposedPrice: line.unitPrice } : {};
  return { ...line, product, ...proposed };
}

function withoutProposedPrice(line: LineDraft): LineDraft {
  const { proposedPrice: _, ...rest } = line;
  return rest;
}

/** Applies another partner's prices and tax; lines made from a document keep agreed prices. */
export function repriceForPartner(
  line: LineDraft,
  product: LineProduct,
  pricing: Pricing,
): LineDraft {
  if (line.source !== null) return refreshLineProduct(line, product);
  const unitPrice = product.price ?? line.unitPrice;
  const taxRate = pricing.taxed ? product.taxRate : line.taxRate;
  const priced = { ...line, product, pricedBy: 'unitPrice' as const, unitPrice, taxRate };
  return priceLine(withoutProposedPrice(priced), pricing);
}

/** Empties the price, tax rate and quantity that a product proposed; typed or saved figures remain. */
export function withoutProposal(line: LineDraft, pricing: Pricing): LineDraft {
  if (line.line !== null || line.product === null || !isProposed(line)) return line;
  const quantity = line.quantity === '1' ? '' : line.quantity;
  const emptied = { ...withoutProposedPrice(line), quantity, unitPrice: '', taxRate: '' };
  return priceLine(emptied, pricing);
}

/**
 * Converts a line to another currency: proposed prices follow, typed or agreed prices remain, and all are
 * rounded for the currency.
 */
export function convertLineCurrency(
  line: LineDraft,
  product: LineProduct,
  pricing: Pricing,
): LineDraft {
  const same = withoutProposedPrice(
    isProposed(line)
      ? { ...line, product, unitPrice: product.price ?? '' }
      : refreshLineProduct(line, product),
  );
  return priceLine(same, pricing);
}

type Put = (
  line: LineDraft,
  product: LineProduct,
  rows: readonly { readonly value: LineDraft }[],
) => LineDraft;

/** Groups rows by warehouse, for one lookup each. */
function groupRowsByWarehouse(
  rows: readonly { key: string; value: LineDraft }[],
): ReadonlyMap<string | null, typeof rows> {
  return Map.groupBy(rows, ({ value }) => value.warehouseId);
}

/** Looks up codes of rows and applies each reply, if the row still has the code. */
async function lookUpLineProducts(
  store: GridStore<LineDraft>,
  world: LineLookupContext,
  rows: readonly { key: string; value: LineDraft }[],
  put: Put,
): Promise<ReadonlySet<string>> {
  const unknown = new Set<string>();
  for (const [warehouseId, group] of groupRowsByWarehouse(rows)) {
    const codes = [...new Set(group.map(({ value }) => value.barcode))];
    const found = await lookUp(codes, { ...world, warehouseId });
    const codeOf = new Map(group.map(({ key, value }) => [key, value.barcode]));
    store.change((grid) => {
      const rows = [...grid.rows];
      grid.rows.forEach((row, at) => {
        const product = found.get(row.value.barcode);
        if (codeOf.get(row.key) !== row.value.barcode || product === undefined) return;
        const value = put(row.value, product, rows);
        if (value !== row.value) rows[at] = { ...row, value };
      });
      return rows.every((row, at) => row === grid.rows[at]) ? grid : { ...grid, rows };
    });
    for (const { key, value } of group) if (!found.has(value.barcode)) unknown.add(key);
  }
  return unknown;
}

/**
 * Refuses an unknown code in its cell. A code entered alone regains focus, to create its product, unless
 * the user has moved on.
 */
function refusedCode(
  grid: GridState<LineDraft>,
  key: string,
  code: string,
  single: boolean,
): GridState<LineDraft> {
  const cell = { key, column: 'barcode' };
  const red = refuseGridCell(grid, cell, t('editor.wrong.barcode', { code }));
  return single && grid.typing === null && grid.focus?.key === key ? focusCell(red, cell) : red;
}

const priceTerms = ['currency', 'exchangeRate', 'activityId', 'time'] as const;

/** Checks if prices of a reply no longer apply: the document changed after the request. */
const isTermChanged = (asked: LineLookupContext, now: LineLookupContext): boolean =>
  [...priceTerms, 'partnerId' as const].some((name) => now[name] !== asked[name]);

/** Look-ups of codes without a product. */
export interface BarcodeLookUps {
  /** Looks up new codes as lines change; answers the stop. */
  readonly watch: () => () => void;
  /** Looks up every remaining code, and waits for the replies. A refused code keeps its mark. */
  readonly settle: () => Promise<void>;
}

/**
 * Looks up new codes, typed, pasted or filled down, with one request. Other texts are searched; a single
 * hit is taken.
 */
export function createBarcodeLookUps(
  store: GridStore<LineDraft>,
  world: () => LineLookupContext,
): BarcodeLookUps {
  const asked = new Map<string, string>();
  let running: Promise<void> | null = null;

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
      const terms = world();
      const product =
        hit === null
          ? undefined
          : (
              await lookUp([hit], {
                ...terms,
                warehouseId: store.row(key)?.value.warehouseId ?? null,
              })
            ).get(hit);
      if (product !== undefined && isTermChanged(terms, world())) continue;
      if (product !== undefined) {
        store.change((grid) =>
          amendGridRow(grid, key, (line) => withProductAndOffer(line, product, world(), grid.rows)),
        );
      } else if (store.row(key)?.value.barcode === code) {
        store.change((grid) => refusedCode(grid, key, code, single));
      }
    }
  };

  const lookUpRows = async (rows: ReturnType<typeof strange>): Promise<void> => {
    for (const { key, value } of rows) asked.set(key, value.barcode);
    const terms = world();
    try {
      // A price on other terms is left out: the code is looked up again.
      const put: Put = (line, product, others) =>
        isTermChanged(terms, world()) ? line : withProductAndOffer(line, product, world(), others);
      await refuseUnknown(await lookUpLineProducts(store, terms, rows, put), rows.length === 1);
    } catch {
      // Nothing answered: the rows stay without a product, and the next change or save asks again.
      store.change((grid) =>
        rows.reduce((now, { key, value: { barcode } }) => {
          const line = store.row(key)?.value;
          const isOpen = line?.product === null && line.barcode === barcode;
          return isOpen ? refuseLookUp(now, key) : now;
        }, grid),
      );
    } finally {
      for (const { key } of rows) asked.delete(key);
      running = null;
    }
    run();
  };

  const run = (): void => {
    const rows = strange();
    if (running === null && rows.length > 0) running = lookUpRows(rows);
  };

  return {
    watch: () => {
      const stop = store.subscribe(run);
      run();
      return stop;
    },
    settle: async () => {
      run();
      // A reply may leave further codes to look up.
      for (let round = running; round !== null; round = running) await round;
    },
  };
}

const refuseLookUp = (grid: GridState<LineDraft>, key: string): GridState<LineDraft> =>
  refuseGridCell(grid, { key, column: 'barcode' }, t('editor.wrong.lookup'));

/** Looks up every code before a save; refuses lines that remain without a product, at their codes. */
export async function completeLineProducts(
  store: GridStore<LineDraft>,
  lookUps: BarcodeLookUps,
): Promise<SaveRefusal | null> {
  await lookUps.settle();
  const lacking = store
    .grid()
    .rows.filter(({ value: { barcode, product } }) => barcode !== '' && product === null);
  const [first] = lacking;
  if (first === undefined) return null;
  store.change((grid) =>
    focusCell(
      lacking.reduce(
        (now, { key, wrong }) => (wrong['barcode'] === undefined ? refuseLookUp(now, key) : now),
        grid,
      ),
      { key: first.key, column: 'barcode' },
    ),
  );
  return wrongCells(store);
}

async function onlyHit(keyword: string): Promise<string | null> {
  const { rows, total } = await searchProductChoices({ q: keyword.slice(0, 100), rows: 2 });
  return total === 1 ? (rows[0]?.barcode ?? null) : null;
}

/** Reads stock, units and limits of the lines again: after loading, or after a change of the warehouse. */
export async function refreshProducts(
  store: GridStore<LineDraft>,
  world: LineLookupContext,
  keys?: ReadonlySet<string>,
): Promise<void> {
  const rows = store
    .grid()
    .rows.filter(({ key, value }) => value.product !== null && (keys?.has(key) ?? true));
  await lookUpLineProducts(store, world, rows, refreshLineProduct);
}

/** Reads prices and tax of every line again, for another partner. */
export async function repriceAll(
  store: GridStore<LineDraft>,
  world: LineLookupContext,
): Promise<void> {
  const rows = store.grid().rows.filter(({ value }) => value.product !== null);
  await lookUpLineProducts(store, world, rows, (line, product) =>
    repriceForPartner(line, product, world.pricing),
  );
}

/** Requests prices of every line again in the document's current currency. */
export async function convertAll(
  store: GridStore<LineDraft>,
  world: () => LineLookupContext,
): Promise<void> {
  const asked = world();
  const isOld = () => priceTerms.some((name) => world()[name] !== asked[name]);
  const rows = store.grid().rows.filter(({ value }) => value.product !== null);
  await lookUpLineProducts(store, asked, rows, (line, product) =>
    isOld() ? line : convertLineCurrency(line, product, asked.pricing),
  );
}

/** Keeps stock cells current: changing a line's warehouse requests the new stock. */
export function watchWarehouses(
  store: GridStore<LineDraft>,
  world: () => LineLookupContext,
): () => void {
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

/** Maintains assembly roles: the first line is made or taken apart, the rest are parts. */
export function watchRoles(store: GridStore<LineDraft>): () => void {
  const keep = (): void => {
    const [first] = store.values();
    const roleOf = (line: LineDraft) => (line === first ? 'composite' : 'part');
    if (store.values().every((line) => line.role === roleOf(line))) return;
    // No separate undo step: undo reverts the move of the line.
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

/**
 * Applies the bill of materials of the first line: lines of listed parts take the quantity, missing parts
 * become lines, further lines stay. The look-ups of codes complete the new lines.
 */
export function withBillOfMaterials(
  grid: GridState<LineDraft>,
  pricing: Pricing,
): GridState<LineDraft> {
  const [whole, ...others] = grid.rows;
  const parts = whole?.value.product?.parts ?? [];
  if (whole === undefined || parts.length === 0) return grid;
  const { quantity, warehouseId } = whole.value;
  const wholes = decimal(quantity === '' ? 1 : quantity);
  const missing = new Map(
    parts.map((part) => [part.barcode, toPlainDecimal(wholes.times(part.quantity))]),
  );
  const kept = others
    .filter(({ value }) => !isUntouchedLine(value))
    .map((row) => {
      const wanted = missing.get(row.value.barcode);
      if (wanted === undefined) return row;
      missing.delete(row.value.barcode);
      return { ...row, value: priceLine({ ...row.value, quantity: wanted }, pricing) };
    });
  const added = [...missing].map(([barcode, wanted]) => ({
    ...blankLine(warehouseId, 'part'),
    barcode,
    quantity: wanted,
  }));
  const rows = [whole, ...kept];
  return {
    ...insertRowsAt({ ...grid, rows }, rows.length, added),
    past: [...grid.past, grid.rows],
    focus: null,
    anchor: null,
  };
}

export const moveAllTo = (store: GridStore<LineDraft>, warehouseId: string): void =>
  store.change((grid) =>
    amendedAll(grid, (line) =>
      line.warehouseId === warehouseId ? line : { ...line, warehouseId },
    ),
  );

export interface PickedProduct {
  readonly product: LineProduct;
  /** '' where none was typed. */
  readonly quantity: string;
}

/** Inserts picked products: the first fills the originating row if blank, the rest follow. */
export function productsPicked(
  grid: GridState<LineDraft>,
  shape: GridShape<LineDraft>,
  key: string,
  products: readonly PickedProduct[],
  world: LineLookupContext,
): GridState<LineDraft> {
  const at = grid.rows.findIndex((row) => row.key === key);
  const row = grid.rows[at];
  const warehouseId = row?.value.warehouseId ?? world.warehouseId;
  const [first, ...others] = products;
  const replaces = row !== undefined && row.value.source === null && first !== undefined;
  const begun = replaces
    ? amendGridRow(
        forgetCode(grid, key),
        key,
        (line) =>
          withProductAndOffer(
            {
              ...line,
              product: null,
              quantity: first.quantity === '' ? line.quantity : first.quantity,
              unitPrice: '',
              pricedBy: 'unitPrice',
              taxRate: '',
            },
            first.product,
            world,
            grid.rows,
          ),
        true,
      )
    : grid;
  const rows: { readonly value: LineDraft }[] = [...begun.rows];
  const rest = (replaces ? others : products).map(({ product, quantity }) => {
    // Earlier picks take their part of an offer first.
    const value = withProductAndOffer(
      { ...blankLine(warehouseId), quantity },
      product,
      world,
      rows,
    );
    rows.push({ value });
    return value;
  });
  return rest.length === 0 ? begun : insertRowsAt(begun, at < 0 ? begun.rows.length : at + 1, rest);
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

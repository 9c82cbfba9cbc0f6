import { samePlace } from '@tradehouse/domain';
import type { Document, StockType } from '@tradehouse/domain';
import { sql } from 'kysely';
import { refuseWith } from '../../kernel/access/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context } from '../../kernel/access/index.ts';
import type { MoveRow } from './ledgerRows.ts';

interface LineOf {
  readonly documentId: string;
  readonly line: number;
}

/** Place of a serial: in a warehouse, in transit by the transfer `travelsBy`, or outside since `left`. */
interface SerialState {
  readonly warehouseId: string | null;
  readonly travelsBy: string | null;
  readonly lot: string;
  readonly stockType: StockType;
  readonly entered: LineOf;
  readonly left: LineOf | null;
}

interface Serial {
  readonly skuId: string;
  readonly serial: string;
}

const serialNameKey = ({ skuId, serial }: Serial): string => `${skuId} ${serial}`;

/**
 * Drops serials that a document takes back and puts down unchanged, for example if only the cost changes:
 * the serial stays put, however far away.
 */
function selectMovedSerials<Named extends Serial & { readonly move: MoveRow }>(
  named: readonly Named[],
): Named[] {
  const ends = ({ from, to }: MoveRow): string =>
    [from, to]
      .map(({ place, id }) => `${place} ${id}`)
      .toSorted()
      .join();
  const journeys = Map.groupBy(named, ({ move, ...serial }) =>
    [serialNameKey(serial), move.documentId, move.line, move.lot, move.stockType, ends(move)].join(
      '|',
    ),
  );
  return [...journeys.values()].flatMap((steps) => {
    const [first] = steps;
    const forth = steps.filter(({ move }) => samePlace(move.from, first?.move.from ?? move.to));
    return forth.length * 2 === steps.length ? [] : steps;
  });
}

/** Inputs for a serial's next state, beside the serial's card. */
interface SerialMoveContext {
  readonly context: Context;
  /** Source document of a move's line: a receipt of goods in transit comes from the transfer. */
  readonly sourceOf: (move: MoveRow) => string | undefined;
  /** State of a serial before the entering document; null: first appearance. */
  readonly earlier: ReadonlyMap<string, SerialState | null>;
}

/**
 * Moves the serials of these moves. An entering serial must be outside, or in transit by the received
 * transfer; a leaving serial must be in the warehouse left. Undoing a document restores the state before
 * the document. Runs under the SKU locks.
 */
export async function moveSerials(
  context: Context,
  moves: readonly MoveRow[],
  documents: readonly Document[],
): Promise<void> {
  const named = selectMovedSerials(
    moves.flatMap((move) => move.serials.map((serial) => ({ skuId: move.skuId, serial, move }))),
  );
  if (named.length === 0) return;
  const before = await readSerials(context, named);
  const after = new Map<string, SerialState | null>(before);
  const ways: SerialMoveContext = {
    context,
    sourceOf: sourcesIn(documents),
    earlier: await readEarlier(context, named, before),
  };
  for (const { move, ...serial } of named) {
    const state = after.get(serialNameKey(serial)) ?? null;
    after.set(serialNameKey(serial), await applySerialMove(ways, serial, state, move));
  }
  const touched = new Map(
    named.map(({ skuId, serial }) => [serialNameKey({ skuId, serial }), { skuId, serial }]),
  );
  const kept = [...touched].flatMap(([name, serial]) => {
    const state = after.get(name) ?? null;
    return state === null ? [] : [{ ...serial, state }];
  });
  await writeSerials(context, kept);
  await dropSerials(
    context,
    [...touched].filter(([name]) => after.get(name) === null).map(([, serial]) => serial),
  );
}

function sourcesIn(documents: readonly Document[]): SerialMoveContext['sourceOf'] {
  const lines = new Map(
    documents.flatMap(({ id, goodsLines }) =>
      goodsLines.map(({ line, source }) => [`${id} ${line}`, source?.documentId] as const),
    ),
  );
  return ({ documentId, line }) => lines.get(`${documentId} ${line}`);
}

async function applySerialMove(
  ways: SerialMoveContext,
  serial: Serial,
  state: SerialState | null,
  move: MoveRow,
): Promise<SerialState | null> {
  const { from, to } = move;
  const left = from.place === 'warehouse' ? await takeSerialOut(ways, serial, state, move) : state;
  if (to.place === 'warehouse') return placeSerial(ways, serial, left, move);
  if (from.place === 'transit') return left === null ? null : { ...left, travelsBy: null };
  if (to.place === 'transit' && from.place !== 'warehouse')
    return onItsWay(ways, serial, left, move);
  return left;
}

async function placeSerial(
  { context, sourceOf }: SerialMoveContext,
  { serial }: Serial,
  state: SerialState | null,
  move: MoveRow,
): Promise<SerialState> {
  const { documentId, line, to, lot, stockType } = move;
  const travelsBy = state?.travelsBy ?? null;
  const elsewhere = travelsBy !== null && travelsBy !== documentId && travelsBy !== sourceOf(move);
  if (elsewhere || (state !== null && state.warehouseId !== null))
    return refuseSerial(context, 'serial.inStock', serial, move);
  const here = { warehouseId: to.id, travelsBy: null, lot, stockType, left: null };
  // Serial returns by the document of the exit: the exit is undone, or the serial changed warehouses.
  if (state?.left?.documentId === documentId) return { ...here, entered: state.entered };
  return { ...here, entered: { documentId, line } };
}

async function takeSerialOut(
  { context, earlier }: SerialMoveContext,
  { skuId, serial }: Serial,
  state: SerialState | null,
  move: MoveRow,
): Promise<SerialState | null> {
  const { documentId, line, from, to, stockType } = move;
  const own = state?.entered.documentId === documentId;
  if (state === null || state.warehouseId !== from.id || state.stockType !== stockType) {
    return refuseSerial(context, own ? 'serial.issued' : 'serial.notInStock', serial, move);
  }
  if (own) return earlier.get(serialNameKey({ skuId, serial })) ?? null;
  const travelsBy = to.place === 'transit' ? documentId : null;
  return { ...state, warehouseId: null, travelsBy, left: { documentId, line } };
}

/**
 * Returns the state of a serial entering transit: after a reversed write-off the serial travels on; a
 * surplus serial is already in the warehouse.
 */
async function onItsWay(
  { context, sourceOf }: SerialMoveContext,
  { serial }: Serial,
  state: SerialState | null,
  move: MoveRow,
): Promise<SerialState | null> {
  if (state === null || state.entered.documentId === move.documentId) return state;
  const transfer = sourceOf(move) ?? null;
  if (state.warehouseId !== null || state.left?.documentId !== transfer)
    return refuseSerial(context, 'serial.inStock', serial, move);
  return { ...state, travelsBy: transfer };
}

/** Refuses a serial, with the document number, the barcode and the present printed line. */
export async function refuseSerial(
  { tx, tenantId }: Context,
  key: 'serial.inStock' | 'serial.issued' | 'serial.notInStock' | 'serial.notInStockOn',
  serial: string,
  { documentId, line }: MoveRow,
  more: Readonly<Record<string, string>> = {},
): Promise<never> {
  const { rows } = await sql<{ number: string; barcode: string; place: number }>`
    select coalesce(d.number, '') as number, l.barcode, l.position as place
    from document_line l
    left join document d on d.tenant_id = ${tenantId} and d.id = l.document_id
    where l.tenant_id = ${tenantId} and l.document_id = ${documentId} and l.line = ${line}`.execute(
    tx,
  );
  // A line removed by this change has no position any more.
  const [at] = rows;
  return refuseWith(
    key,
    { serial, number: at?.number ?? '', barcode: at?.barcode ?? '', ...more },
    at === undefined ? {} : { field: 'allocations', line: at.place },
  );
}

interface SerialStep extends LineOf {
  readonly inward: boolean;
  /** Serial left in transit to another warehouse. */
  readonly travels: boolean;
}

/** Reads the states before the entering documents now being undone, from the ledger, in a single query. */
async function readEarlier(
  { tx, tenantId }: Context,
  named: readonly (Serial & { readonly move: MoveRow })[],
  cards: ReadonlyMap<string, SerialState>,
): Promise<Map<string, SerialState | null>> {
  const back = named.filter(
    ({ move, ...serial }) =>
      move.from.place === 'warehouse' &&
      cards.get(serialNameKey(serial))?.entered.documentId === move.documentId,
  );
  if (back.length === 0) return new Map();
  const skuIds = [...new Set(back.map(({ skuId }) => skuId))];
  const serials = [...new Set(back.map(({ serial }) => serial))];
  // `is true` keeps the look-up a hash: a join would be planned per move as a loop over all serials.
  const { rows } = await sql<SerialStep & Serial>`
    with step as materialized (
      select m.sku_id, m.posting_number, m.document_id, m.line, m.to_place, unnest(m.serials) as serial
      from stock_move m
      where m.tenant_id = ${tenantId} and m.sku_id = any(${skuIds}::bigint[]) and m.serials <> '{}'
        and (m.to_place = 'warehouse') <> (m.from_place = 'warehouse'))
    select sku_id as "skuId", serial, document_id as "documentId", line, to_place = 'warehouse' as inward,
      to_place = 'transit' as travels
    from step where (serial in (select unnest(${serials}::text[]))) is true
    order by sku_id, posting_number`.execute(tx);
  const steps = Map.groupBy(rows, serialNameKey);
  return new Map(
    back.map(({ move, ...serial }) => {
      const own = (steps.get(serialNameKey(serial)) ?? []).filter(
        ({ documentId }) => documentId !== move.documentId,
      );
      return [serialNameKey(serial), earlierState(cards.get(serialNameKey(serial)), own)];
    }),
  );
}

function earlierState(
  card: SerialState | undefined,
  all: readonly SerialStep[],
): SerialState | null {
  const steps = remainingSerialSteps(all);
  const entered = steps.findLast(({ inward }) => inward);
  const left = steps.findLast(({ inward }) => !inward);
  if (card === undefined || entered === undefined || left === undefined) return null;
  return {
    ...card,
    warehouseId: null,
    travelsBy: left.travels ? left.documentId : null,
    entered,
    left,
  };
}

/** Drops steps of a serial undone by the same document, with or without repetition in place. */
function remainingSerialSteps(steps: readonly SerialStep[]): SerialStep[] {
  const kept: SerialStep[] = [];
  for (const step of steps) {
    const last = kept.at(-1);
    if (last?.documentId === step.documentId && last.inward !== step.inward) kept.pop();
    else kept.push(step);
  }
  return kept;
}

async function readSerials(
  { tx, tenantId }: Context,
  serials: readonly Serial[],
): Promise<Map<string, SerialState>> {
  const rows = serials.map(({ skuId, serial }) => ({ sku_id: skuId, serial }));
  const { rows: found } = await sql<{
    sku_id: string;
    serial: string;
    warehouse_id: string | null;
    in_transit_by: string | null;
    lot: string;
    stock_type: StockType;
    in_document_id: string;
    in_line: number;
    out_document_id: string | null;
    out_line: number | null;
  }>`
    select distinct s.sku_id, s.serial, s.warehouse_id, s.in_transit_by, s.lot, s.stock_type,
      s.in_document_id, s.in_line, s.out_document_id, s.out_line
    from ${rowsAsTable(rows, 'sku_id bigint, serial text')}
    join serial_number s on s.tenant_id = ${tenantId} and s.sku_id = given.sku_id and s.serial = given.serial`.execute(
    tx,
  );
  return new Map(
    found.map((row) => [
      serialNameKey({ skuId: row.sku_id, serial: row.serial }),
      {
        warehouseId: row.warehouse_id,
        travelsBy: row.in_transit_by,
        lot: row.lot,
        stockType: row.stock_type,
        entered: { documentId: row.in_document_id, line: row.in_line },
        left:
          row.out_document_id === null
            ? null
            : { documentId: row.out_document_id, line: row.out_line ?? 0 },
      },
    ]),
  );
}

async function writeSerials(
  { tx, tenantId }: Context,
  serials: readonly (Serial & { readonly state: SerialState })[],
): Promise<void> {
  if (serials.length === 0) return;
  const rows = serials.map(({ skuId, serial, state }) => ({
    sku_id: skuId,
    serial,
    warehouse_id: state.warehouseId,
    in_transit_by: state.travelsBy,
    lot: state.lot,
    stock_type: state.stockType,
    in_document_id: state.entered.documentId,
    in_line: state.entered.line,
    out_document_id: state.left?.documentId ?? null,
    out_line: state.left?.line ?? null,
  }));
  await sql`
    insert into serial_number (tenant_id, sku_id, serial, warehouse_id, in_transit_by, lot, stock_type,
      in_document_id, in_line, out_document_id, out_line)
    select ${tenantId}::bigint, given.* from ${rowsAsTable(
      rows,
      `sku_id bigint, serial text, warehouse_id bigint, in_transit_by bigint, lot text, stock_type text,
       in_document_id bigint, in_line int, out_document_id bigint, out_line int`,
    )}
    on conflict (tenant_id, sku_id, serial) do update set
      warehouse_id = excluded.warehouse_id, in_transit_by = excluded.in_transit_by,
      lot = excluded.lot, stock_type = excluded.stock_type,
      in_document_id = excluded.in_document_id, in_line = excluded.in_line,
      out_document_id = excluded.out_document_id, out_line = excluded.out_line`.execute(tx);
}

async function dropSerials({ tx, tenantId }: Context, serials: readonly Serial[]): Promise<void> {
  if (serials.length === 0) return;
  const rows = serials.map(({ skuId, serial }) => ({ sku_id: skuId, serial }));
  await sql`
    delete from serial_number s using ${rowsAsTable(rows, 'sku_id bigint, serial text')}
    where s.tenant_id = ${tenantId} and s.sku_id = given.sku_id and s.serial = given.serial`.execute(
    tx,
  );
}

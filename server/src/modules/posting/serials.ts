import { samePlace } from '@tradehouse/domain';
import type { StockType } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { MoveRow } from './ledgerRows.ts';
import { given } from './recordset.ts';

interface LineOf {
  readonly documentId: string;
  readonly line: number;
}

/** Where a serial is: in one warehouse, or outside since its `out`. */
interface SerialState {
  readonly warehouseId: string | null;
  readonly lot: string;
  readonly stockType: StockType;
  readonly entered: LineOf;
  readonly left: LineOf | null;
}

interface Serial {
  readonly skuId: string;
  readonly serial: string;
}

const nameOf = ({ skuId, serial }: Serial): string => `${skuId} ${serial}`;

/**
 * Without what a document takes back and puts down again just as it was, as it does with goods that only cost something
 * else now: such a serial stays where it is, be that far away.
 */
function travelling<Named extends Serial & { readonly move: MoveRow }>(
  named: readonly Named[],
): Named[] {
  const ends = ({ from, to }: MoveRow): string =>
    [from, to]
      .map(({ place, id }) => `${place} ${id}`)
      .toSorted()
      .join();
  const journeys = Map.groupBy(named, ({ move, ...serial }) =>
    [nameOf(serial), move.documentId, move.line, move.lot, move.stockType, ends(move)].join('|'),
  );
  return [...journeys.values()].flatMap((steps) => {
    const [first] = steps;
    const forth = steps.filter(({ move }) => samePlace(move.from, first?.move.from ?? move.to));
    return forth.length * 2 === steps.length ? [] : steps;
  });
}

/**
 * Brings the serials of these moves along: what enters must be outside, what leaves must lie where it leaves from, and
 * undoing a document restores what was before it. Runs under the locks of the SKUs.
 */
export async function moveSerials(context: Context, moves: readonly MoveRow[]): Promise<void> {
  const named = travelling(
    moves.flatMap((move) => move.serials.map((serial) => ({ skuId: move.skuId, serial, move }))),
  );
  if (named.length === 0) return;
  const before = await readSerials(context, named);
  const after = new Map<string, SerialState | null>(before);
  for (const { move, ...serial } of named) {
    const state = after.get(nameOf(serial)) ?? null;
    after.set(nameOf(serial), await moved(context, serial, state, move));
  }
  const touched = new Map(
    named.map(({ skuId, serial }) => [nameOf({ skuId, serial }), { skuId, serial }]),
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

async function moved(
  context: Context,
  serial: Serial,
  state: SerialState | null,
  move: MoveRow,
): Promise<SerialState | null> {
  const left = move.from.place === 'warehouse' ? await taken(context, serial, state, move) : state;
  return move.to.place === 'warehouse' ? placed(context, serial, left, move) : left;
}

async function placed(
  context: Context,
  { serial }: Serial,
  state: SerialState | null,
  move: MoveRow,
): Promise<SerialState> {
  const { documentId, line, to, lot, stockType } = move;
  if (state !== null && state.warehouseId !== null)
    return refuseSerial(context, 'serial.inStock', serial, move);
  const here = { warehouseId: to.id, lot, stockType, left: null };
  // It comes back by the document it left by: the way out is undone, or it went from one warehouse to another.
  if (state?.left?.documentId === documentId) return { ...here, entered: state.entered };
  return { ...here, entered: { documentId, line } };
}

async function taken(
  context: Context,
  { skuId, serial }: Serial,
  state: SerialState | null,
  move: MoveRow,
): Promise<SerialState | null> {
  const { documentId, line, from, stockType } = move;
  if (state === null || state.warehouseId !== from.id || state.stockType !== stockType) {
    return refuseSerial(context, 'serial.notInStock', serial, move);
  }
  if (state.entered.documentId === documentId)
    return beforeDocument(context, { skuId, serial }, state, documentId);
  return { ...state, warehouseId: null, left: { documentId, line } };
}

/** Refuses a serial, naming the document's number, the barcode and the line as it stands on paper now. */
async function refuseSerial(
  { tx, tenantId }: Context,
  key: 'serial.inStock' | 'serial.notInStock',
  serial: string,
  { documentId, line }: MoveRow,
): Promise<never> {
  const { rows } = await sql<{ number: string; barcode: string; place: number }>`
    select coalesce(d.number, '') as number, l.barcode, l.position as place
    from document_line l
    join document d on d.tenant_id = ${tenantId} and d.id = l.document_id
    where l.tenant_id = ${tenantId} and l.document_id = ${documentId} and l.line = ${line}`.execute(
    tx,
  );
  // A line that this change takes out stands nowhere any more.
  const [at] = rows;
  return refuse(
    key,
    { serial, number: at?.number ?? '', barcode: at?.barcode ?? '' },
    at === undefined ? {} : { field: 'allocations', line: at.place },
  );
}

/** Where a serial was before a document brought it in, by the ledger; null where that was its first time. */
async function beforeDocument(
  { tx, tenantId }: Context,
  { skuId, serial }: Serial,
  state: SerialState,
  documentId: string,
): Promise<SerialState | null> {
  const { rows } = await sql<Step>`
    select document_id as "documentId", line, to_place = 'warehouse' as inward
    from stock_move
    where tenant_id = ${tenantId} and sku_id = ${skuId} and serials @> array[${serial}::text] and document_id <> ${documentId}
      and (to_place = 'warehouse') <> (from_place = 'warehouse')
    order by posting_number`.execute(tx);
  const steps = standing(rows);
  const entered = steps.findLast(({ inward }) => inward);
  const left = steps.findLast(({ inward }) => !inward);
  if (entered === undefined || left === undefined) return null;
  return { ...state, warehouseId: null, entered, left };
}

interface Step extends LineOf {
  readonly inward: boolean;
}

/** Steps of a serial without those that their document took back, or took back and made again where they stood. */
function standing(steps: readonly Step[]): Step[] {
  const kept: Step[] = [];
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
    lot: string;
    stock_type: StockType;
    in_document_id: string;
    in_line: number;
    out_document_id: string | null;
    out_line: number | null;
  }>`
    select distinct s.sku_id, s.serial, s.warehouse_id, s.lot, s.stock_type,
      s.in_document_id, s.in_line, s.out_document_id, s.out_line
    from ${given(rows, 'sku_id bigint, serial text')}
    join serial_number s on s.tenant_id = ${tenantId} and s.sku_id = given.sku_id and s.serial = given.serial`.execute(
    tx,
  );
  return new Map(
    found.map((row) => [
      nameOf({ skuId: row.sku_id, serial: row.serial }),
      {
        warehouseId: row.warehouse_id,
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
    lot: state.lot,
    stock_type: state.stockType,
    in_document_id: state.entered.documentId,
    in_line: state.entered.line,
    out_document_id: state.left?.documentId ?? null,
    out_line: state.left?.line ?? null,
  }));
  await sql`
    insert into serial_number (tenant_id, sku_id, serial, warehouse_id, lot, stock_type, in_document_id, in_line, out_document_id, out_line)
    select ${tenantId}::bigint, given.* from ${given(
      rows,
      `sku_id bigint, serial text, warehouse_id bigint, lot text, stock_type text, in_document_id bigint, in_line int,
       out_document_id bigint, out_line int`,
    )}
    on conflict (tenant_id, sku_id, serial) do update set
      warehouse_id = excluded.warehouse_id, lot = excluded.lot, stock_type = excluded.stock_type,
      in_document_id = excluded.in_document_id, in_line = excluded.in_line,
      out_document_id = excluded.out_document_id, out_line = excluded.out_line`.execute(tx);
}

async function dropSerials({ tx, tenantId }: Context, serials: readonly Serial[]): Promise<void> {
  if (serials.length === 0) return;
  const rows = serials.map(({ skuId, serial }) => ({ sku_id: skuId, serial }));
  await sql`
    delete from serial_number s using ${given(rows, 'sku_id bigint, serial text')}
    where s.tenant_id = ${tenantId} and s.sku_id = given.sku_id and s.serial = given.serial`.execute(
    tx,
  );
}

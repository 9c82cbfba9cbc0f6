import type { GoodsDocumentInput, GoodsLineInput, MoneyDocumentInput } from '@tradehouse/contract';
import { decimal, documentKinds, parseSerials, plain, rounded } from '@tradehouse/domain';
import {
  amount,
  dayOf,
  instant,
  key,
  numberIn,
  unsigned,
  remark,
  word,
  type SourceDocument,
} from './company.ts';
import type { DumpRow } from './dump.ts';
import type { Ids } from './records.ts';
import { LeftBehind, notThere } from './sentence.ts';

// A jshERP document as the input that our own editor would send. What it refers to must have come along.

/** Where the lines of an earlier document ended up: source line id → our line number. */
export interface Placed {
  /** The document's row. */
  readonly id: string;
  readonly lines: ReadonlyMap<string, number>;
  readonly rows: readonly DumpRow[];
}

export interface Lookup {
  readonly ids: Ids;
  /** Barcode text by the dump's barcode row. */
  readonly barcodes: ReadonlyMap<string, string>;
  /** Documents already brought over, by number. */
  readonly placed: ReadonlyMap<string, Placed>;
}

const ROLES: ReadonlyMap<string, 'composite' | 'part'> = new Map([
  ['组合件', 'composite'],
  ['普通子件', 'part'],
]);

function there(ids: Ids, table: string, id: string | null): string | null {
  if (id === null) return null;
  const found = ids.of(table, id);
  return found ?? missing(table.replace('jsh_', ''), id);
}

/** A row refers to something that did not come along. */
function missing(what: string, id: string): never {
  throw new LeftBehind(notThere(what, what, id));
}

/** '0' was a draft there; everything further on had been approved. */
const statusOf = (row: DumpRow): '0' | '1' => (word(row, 'status') === '0' ? '0' : '1');

const given = (value: string): boolean => !decimal(value).isZero();

/** Throws `LeftBehind` when something it refers to is missing, or its time. */
export function goodsInput(
  { kind, row, lines }: SourceDocument,
  lookup: Lookup,
): GoodsDocumentInput {
  const { ids } = lookup;
  const { amounts, prepaid, sources } = documentKinds[kind];
  const has = (name: (typeof amounts)[number]): boolean => amounts.includes(name);
  const paid = unsigned(row, 'change_amount');
  const isOrder = has('paidNow') && !has('debt') && !has('change');
  return {
    kind,
    number: word(row, 'number'),
    time: instant(word(row, 'oper_time')),
    partnerId: there(ids, 'jsh_supplier', key(row, 'organ_id')),
    accountId: there(ids, 'jsh_account', key(row, 'account_id')),
    remark: remark(row),
    status: statusOf(row),
    ...(has('discount') && { discount: unsigned(row, 'discount_money') }),
    ...(has('otherFees') && { otherFees: unsigned(row, 'other_money') }),
    ...(has('deposit') &&
      given(unsigned(row, 'deposit')) && { depositUsed: unsigned(row, 'deposit') }),
    ...(isOrder && given(paid) && { depositTaken: paid }),
    // Over the counter everything is paid.
    ...(has('paidNow') && !isOrder && !has('change') && { paidNow: paid }),
    ...(prepaid && word(row, 'pay_type') === '预付款' && { payment: 'prepaid' as const }),
    ...settlementsOf(row, ids),
    ...(word(row, 'sales_man') && {
      salespersonIds: word(row, 'sales_man')
        .split(',')
        .flatMap((id) => ids.of('jsh_person', id) ?? []),
    }),
    lines: lines.map((line) =>
      goodsLine(
        line,
        lookup,
        has('tax'),
        Object.keys(sources).length > 0 ? originOf(row, lookup) : undefined,
      ),
    ),
  };
}

function settlementsOf(row: DumpRow, ids: Ids): Pick<GoodsDocumentInput, 'settlements'> {
  const accounts = word(row, 'account_id_list').split(',').filter(Boolean);
  const amounts = word(row, 'account_money_list').split(',');
  if (accounts.length < 2) return {};
  return {
    settlements: accounts.map((id, i) => ({
      // SAFETY: only no id is answered by null.
      accountId: there(ids, 'jsh_account', id) as string,
      amount: numberIn(amounts[i] ?? '').replace(/^-/, ''),
    })),
  };
}

function goodsLine(
  line: DumpRow,
  { ids, barcodes }: Lookup,
  taxed: boolean,
  origin: Origin | undefined,
): GoodsLineInput {
  const barcode = barcodes.get(word(line, 'material_extend_id'));
  if (barcode === undefined) return missing('material_extend', word(line, 'material_extend_id'));
  const role = ROLES.get(word(line, 'material_type'));
  const serials = parseSerials(word(line, 'sn_list'));
  const lot = word(line, 'batch_number');
  const expiry = dayOf(line, 'expiration_date');
  return {
    barcode,
    quantity: unsigned(line, 'oper_number'),
    ...pricedBy(line),
    ...(taxed && { taxRate: amount(line, 'tax_rate') }),
    ...(role && { role }),
    warehouseId: there(ids, 'jsh_depot', key(line, 'depot_id')),
    targetWarehouseId: there(ids, 'jsh_depot', key(line, 'another_depot_id')),
    ...((serials.length > 0 || lot) && {
      allocations: [
        { ...(lot && { lot, expiry }), ...(serials.length > 0 && { serials: [...serials] }) },
      ],
    }),
    ...sourceOf(line, origin),
    remark: remark(line),
  };
}

/** By unit price where it gives the amount that was stored, else by that amount. */
function pricedBy(line: DumpRow): Pick<GoodsLineInput, 'unitPrice' | 'amount'> {
  const quantity = decimal(unsigned(line, 'oper_number'));
  const price = decimal(unsigned(line, 'unit_price'));
  const total = decimal(unsigned(line, 'all_price'));
  return rounded(quantity.times(price), 2).equals(rounded(total, 2))
    ? { unitPrice: plain(price) }
    : { amount: plain(total) };
}

/** An earlier document, and where its lines ended up. */
type Origin = Placed & { readonly documentId: string };

/** The linked document, where it came along. */
function originOf(row: DumpRow, { ids, placed }: Lookup): Origin | undefined {
  const found = placed.get(word(row, 'link_number'));
  const documentId = found && ids.of('jsh_depot_head', found.id);
  return found && documentId ? { ...found, documentId } : undefined;
}

/** The linked line: by its id, else the source's only line of the same barcode row. */
function sourceOf(
  line: DumpRow,
  origin: Origin | undefined,
): Pick<GoodsLineInput, 'sourceDocumentId' | 'sourceLine'> {
  if (!origin) return {};
  const [twin, another] = origin.rows.filter(
    (row) => word(row, 'material_extend_id') === word(line, 'material_extend_id'),
  );
  const id = key(line, 'link_id') ?? (twin && !another ? word(twin, 'id') : null);
  const sourceLine = id === null ? undefined : origin.lines.get(id);
  return sourceLine === undefined ? {} : { sourceDocumentId: origin.documentId, sourceLine };
}

/** Throws `LeftBehind` when something it refers to is missing, or its time. */
export function moneyInput(
  { kind, row, lines }: SourceDocument,
  { ids }: Lookup,
): MoneyDocumentInput {
  // Payments were stored with their lines turned negative; ours carry what is paid.
  const sign = documentKinds[kind].wire?.type === '付款' ? -1 : 1;
  return {
    kind,
    number: word(row, 'bill_no'),
    time: instant(word(row, 'bill_time')),
    partnerId: there(ids, 'jsh_supplier', key(row, 'organ_id')),
    handlerId: there(ids, 'jsh_person', key(row, 'hands_person_id')),
    accountId: there(ids, 'jsh_account', key(row, 'account_id')),
    remark: remark(row),
    status: statusOf(row),
    ...(given(unsigned(row, 'discount_money')) && { discount: unsigned(row, 'discount_money') }),
    lines: lines.map((line) => ({
      accountId: there(ids, 'jsh_account', key(line, 'account_id')),
      itemId: there(ids, 'jsh_in_out_item', key(line, 'in_out_item_id')),
      settledDocumentId: there(ids, 'jsh_depot_head', key(line, 'bill_id')),
      amount: plain(decimal(amount(line, 'each_amount')).times(sign)),
      remark: remark(line),
    })),
  };
}

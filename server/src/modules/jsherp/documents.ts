import type { GoodsDocumentInput, GoodsLineInput, MoneyDocumentInput } from '@tradehouse/contract';
import { decimal, documentKinds, parseSerials, toPlainDecimal, rounded } from '@tradehouse/domain';
import {
  readDumpAmount,
  readDumpDay,
  toDumpInstant,
  readDumpKey,
  numberIn,
  readUnsignedAmount,
  readDumpRemark,
  readDumpWord,
  type SourceDocument,
} from './company.ts';
import type { DumpRow } from './dump.ts';
import type { Ids } from './records.ts';
import { LeftBehind, notThere } from './sentence.ts';

// Converts a jshERP document to the input of our editor. Referenced records must be imported first.

/** Imported document with its lines: jshERP line id → line number. */
export interface PlacedDocument {
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
  readonly placed: ReadonlyMap<string, PlacedDocument>;
}

const ROLES: ReadonlyMap<string, 'composite' | 'part'> = new Map([
  ['组合件', 'composite'],
  ['普通子件', 'part'],
]);

function requireImportedId(ids: Ids, table: string, id: string | null): string | null {
  if (id === null) return null;
  const found = ids.of(table, id);
  return found ?? refuseMissingReference(table.replace('jsh_', ''), id);
}

function refuseMissingReference(what: string, id: string): never {
  throw new LeftBehind(notThere(what, what, id));
}

/** '0' is a draft; every further status means approved. */
const statusOfDumpDocument = (row: DumpRow): '0' | '1' =>
  readDumpWord(row, 'status') === '0' ? '0' : '1';

const isNonZeroDumpAmount = (value: string): boolean => !decimal(value).isZero();

/** Throws `LeftBehind` if a referenced record or the time is missing. */
export function goodsInputFromDump(
  { kind, row, lines }: SourceDocument,
  lookup: Lookup,
): GoodsDocumentInput {
  const { ids } = lookup;
  const { amounts, prepaid, sources } = documentKinds[kind];
  const has = (name: (typeof amounts)[number]): boolean => amounts.includes(name);
  const paid = readUnsignedAmount(row, 'change_amount');
  const isOrder = has('paidNow') && !has('debt') && !has('change');
  return {
    kind,
    number: readDumpWord(row, 'number'),
    time: toDumpInstant(readDumpWord(row, 'oper_time')),
    partnerId: requireImportedId(ids, 'jsh_supplier', readDumpKey(row, 'organ_id')),
    accountId: requireImportedId(ids, 'jsh_account', readDumpKey(row, 'account_id')),
    remark: readDumpRemark(row),
    status: statusOfDumpDocument(row),
    ...(has('discount') && { discount: readUnsignedAmount(row, 'discount_money') }),
    ...(has('otherFees') && { otherFees: readUnsignedAmount(row, 'other_money') }),
    ...(has('deposit') &&
      isNonZeroDumpAmount(readUnsignedAmount(row, 'deposit')) && {
        depositUsed: readUnsignedAmount(row, 'deposit'),
      }),
    ...(isOrder && isNonZeroDumpAmount(paid) && { depositTaken: paid }),
    // Over the counter everything is paid.
    ...(has('paidNow') && !isOrder && !has('change') && { paidNow: paid }),
    ...(prepaid && readDumpWord(row, 'pay_type') === '预付款' && { payment: 'prepaid' as const }),
    ...settlementsFromDump(row, ids),
    ...(readDumpWord(row, 'sales_man') && {
      salespersonIds: readDumpWord(row, 'sales_man')
        .split(',')
        .flatMap((id) => ids.of('jsh_person', id) ?? []),
    }),
    lines: lines.map((line) =>
      goodsLine(
        line,
        lookup,
        has('tax'),
        Object.keys(sources).length > 0 ? findLinkedDocument(row, lookup) : undefined,
      ),
    ),
  };
}

function settlementsFromDump(row: DumpRow, ids: Ids): Pick<GoodsDocumentInput, 'settlements'> {
  const accounts = readDumpWord(row, 'account_id_list').split(',').filter(Boolean);
  const amounts = readDumpWord(row, 'account_money_list').split(',');
  if (accounts.length < 2) return {};
  return {
    settlements: accounts.map((id, i) => ({
      // SAFETY: only no id is answered by null.
      accountId: requireImportedId(ids, 'jsh_account', id) as string,
      amount: numberIn(amounts[i] ?? '').replace(/^-/, ''),
    })),
  };
}

function goodsLine(
  line: DumpRow,
  { ids, barcodes }: Lookup,
  taxed: boolean,
  origin: LinkedSourceDocument | undefined,
): GoodsLineInput {
  const barcode = barcodes.get(readDumpWord(line, 'material_extend_id'));
  if (barcode === undefined)
    return refuseMissingReference('material_extend', readDumpWord(line, 'material_extend_id'));
  const role = ROLES.get(readDumpWord(line, 'material_type'));
  const serials = parseSerials(readDumpWord(line, 'sn_list'));
  const lot = readDumpWord(line, 'batch_number');
  const expiry = readDumpDay(line, 'expiration_date');
  return {
    barcode,
    quantity: readUnsignedAmount(line, 'oper_number'),
    ...pricedBy(line),
    ...(taxed && { taxRate: readDumpAmount(line, 'tax_rate') }),
    ...(role && { role }),
    warehouseId: requireImportedId(ids, 'jsh_depot', readDumpKey(line, 'depot_id')),
    targetWarehouseId: requireImportedId(ids, 'jsh_depot', readDumpKey(line, 'another_depot_id')),
    ...((serials.length > 0 || lot) && {
      allocations: [
        { ...(lot && { lot, expiry }), ...(serials.length > 0 && { serials: [...serials] }) },
      ],
    }),
    ...findLinkedLine(line, origin),
    remark: readDumpRemark(line),
  };
}

/** Uses the unit price if it yields the stored amount, else the amount. */
function pricedBy(line: DumpRow): Pick<GoodsLineInput, 'unitPrice' | 'amount'> {
  const quantity = decimal(readUnsignedAmount(line, 'oper_number'));
  const price = decimal(readUnsignedAmount(line, 'unit_price'));
  const total = decimal(readUnsignedAmount(line, 'all_price'));
  return rounded(quantity.times(price), 2).equals(rounded(total, 2))
    ? { unitPrice: toPlainDecimal(price) }
    : { amount: toPlainDecimal(total) };
}

/** Earlier document with the positions of the lines. */
type LinkedSourceDocument = PlacedDocument & { readonly documentId: string };

/** Finds the linked document, if imported. */
function findLinkedDocument(
  row: DumpRow,
  { ids, placed }: Lookup,
): LinkedSourceDocument | undefined {
  const found = placed.get(readDumpWord(row, 'link_number'));
  const documentId = found && ids.of('jsh_depot_head', found.id);
  return found && documentId ? { ...found, documentId } : undefined;
}

/** Finds the linked line: by id, else the source's only line with the barcode row. */
function findLinkedLine(
  line: DumpRow,
  origin: LinkedSourceDocument | undefined,
): Pick<GoodsLineInput, 'sourceDocumentId' | 'sourceLine'> {
  if (!origin) return {};
  const [twin, another] = origin.rows.filter(
    (row) => readDumpWord(row, 'material_extend_id') === readDumpWord(line, 'material_extend_id'),
  );
  const id = readDumpKey(line, 'link_id') ?? (twin && !another ? readDumpWord(twin, 'id') : null);
  const sourceLine = id === null ? undefined : origin.lines.get(id);
  return sourceLine === undefined ? {} : { sourceDocumentId: origin.documentId, sourceLine };
}

/** Throws `LeftBehind` if a referenced record or the time is missing. */
export function moneyInputFromDump(
  { kind, row, lines }: SourceDocument,
  { ids }: Lookup,
): MoneyDocumentInput {
  // Payments have negative lines in the dump; ours state the paid amount.
  const sign = documentKinds[kind].wire?.type === '付款' ? -1 : 1;
  return {
    kind,
    number: readDumpWord(row, 'bill_no'),
    time: toDumpInstant(readDumpWord(row, 'bill_time')),
    partnerId: requireImportedId(ids, 'jsh_supplier', readDumpKey(row, 'organ_id')),
    handlerId: requireImportedId(ids, 'jsh_person', readDumpKey(row, 'hands_person_id')),
    accountId: requireImportedId(ids, 'jsh_account', readDumpKey(row, 'account_id')),
    remark: readDumpRemark(row),
    status: statusOfDumpDocument(row),
    ...(isNonZeroDumpAmount(readUnsignedAmount(row, 'discount_money')) && {
      discount: readUnsignedAmount(row, 'discount_money'),
    }),
    lines: lines.map((line) => ({
      accountId: requireImportedId(ids, 'jsh_account', readDumpKey(line, 'account_id')),
      itemId: requireImportedId(ids, 'jsh_in_out_item', readDumpKey(line, 'in_out_item_id')),
      settledDocumentId: requireImportedId(ids, 'jsh_depot_head', readDumpKey(line, 'bill_id')),
      amount: toPlainDecimal(decimal(readDumpAmount(line, 'each_amount')).times(sign)),
      remark: readDumpRemark(line),
    })),
  };
}

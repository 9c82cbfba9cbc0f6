import { plainLine } from '@tradehouse/contract';
import type { MoneyDocumentInput, MoneyLineInput } from '@tradehouse/contract';
import {
  ZERO,
  checkTransfer,
  computeMoneyDocument,
  decimal,
  documentKinds,
  hasBonus,
  itemTypeOf,
  namedByLines,
  toPlainDecimal,
  rounded,
  sum,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, Document, DocumentKind, MoneyLine } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { withInputPosition } from '../store/atLine.ts';
import type { DraftBeginning, DocumentDraft, DraftOrigin } from './draft.ts';
import { toDraftHead } from './head.ts';
import { sumPaymentFees, toSettlements, withPaymentFees } from './settlements.ts';
import { toDocumentTerms } from './terms.ts';
import { draftDigits } from '../store/references.ts';
import type { References } from '../store/references.ts';

export function moneyDraft(
  input: MoneyDocumentInput & {
    readonly kind: AnyKindCode;
    /** Due day of an opening debt. */
    readonly dueOn?: string;
  },
  references: References,
  beginning: DraftBeginning,
  origin: DraftOrigin,
): DocumentDraft {
  const kind = documentKinds[input.kind];
  const terms = toDocumentTerms(input, references, beginning);
  const digits = draftDigits(terms.currency, references);
  const bonus = bonusOf(input, kind, digits);
  // A bonus may be given or taken back without money.
  if (input.lines.length === 0 && bonus.lte(0))
    refuseWith('document.noLines', {}, { field: 'lines' });
  const lines = readMoneyLines(input, { digits, references, beginning, origin });
  const total = computeMoneyDocument(
    lines.map(({ amount }) => amount),
    kind.amounts.includes('discount') ? decimal(input.discount ?? '0') : ZERO,
    digits,
  );
  // An earlier debt to a supplier is an opening balance below zero.
  if (namedByLines(kind) !== 'opening') checkTotals(total, lines, digits);
  const settlements = withPaymentFees(
    input.kind,
    toSettlements(input, kind, { paid: total.paidNow, currency: terms.currency }, references),
    { typed: input.paymentFee, digits, references, beginning, origin },
  );
  withInputPosition({ field: 'accountId' }, () => checkTransfer(input.kind, lines, settlements));
  const document: Document = {
    ...terms,
    discountRate: ZERO,
    discount: total.discount,
    serviceRate: ZERO,
    serviceCharge: ZERO,
    services: [],
    otherFees: ZERO,
    freight: ZERO,
    depositUsed: ZERO,
    depositBooked: ZERO,
    bonus,
    paidNow: kind.amounts.includes('paidNow') ? total.paidNow : ZERO,
    settlements,
    paymentFee: sumPaymentFees(settlements),
    goodsLines: [],
    moneyLines: lines,
  };
  return {
    stored: {
      document,
      head: {
        ...toDraftHead(input, references, beginning, origin),
        paymentKind: null,
        // An opening balance was due before its recording.
        dueOn: namedByLines(kind) === 'opening' ? (input.dueOn ?? terms.businessDate) : null,
        warehouseIds: [],
        amounts: {
          goodsAmount: ZERO,
          taxAmount: ZERO,
          totalAmount: total.total,
          payable: total.total.minus(total.discount),
          debt: openingDebt(kind, lines),
          received: null,
          changeGiven: null,
          totalQuantity: ZERO,
        },
        summary: '',
      },
    },
    extras: new Map(),
  };
}

function checkTotals(
  { total, discount, paidNow }: ReturnType<typeof computeMoneyDocument>,
  lines: readonly MoneyLine[],
  digits: number,
): void {
  const at = { field: 'discount' };
  if (total.isNegative()) {
    const line = lines.findIndex(({ amount }) => amount.isNegative()) + 1;
    refuseWith('document.negativeAmount', {}, { field: 'amount', line });
  }
  if (paidNow.isNegative()) refuseWith('document.negativeAmount', {}, at);
  if (discount.gt(total))
    refuseWith('document.discount', { amount: toPlainDecimal(total), digits }, at);
}

/** Reads a member's bonus, given or taken back with a payment, in the payment's currency. */
const bonusOf = (
  { bonus = '0' }: MoneyDocumentInput,
  kind: DocumentKind,
  digits: number,
): Decimal => (hasBonus(kind) ? rounded(decimal(bonus), digits) : ZERO);

/** Returns the unsettled part of an opening balance, held by no account, in either direction. */
const openingDebt = (kind: DocumentKind, lines: readonly MoneyLine[]): Decimal =>
  namedByLines(kind) === 'opening'
    ? sum(lines.filter(({ accountId }) => accountId === null).map(({ amount }) => amount)).abs()
    : ZERO;

/** Context for reading lines; `digits`: the decimals of their amounts. */
interface MoneyLineWorld {
  readonly digits: number;
  readonly references: References;
  readonly beginning: DraftBeginning;
  readonly origin: DraftOrigin;
}

function readMoneyLines(
  input: MoneyDocumentInput & { readonly kind: AnyKindCode },
  reading: MoneyLineWorld,
): MoneyLine[] {
  const { known, before, nextLine } = reading.beginning;
  let next = nextLine;
  const numbers = new Set(before?.document.moneyLines.map(({ line }) => line) ?? known.keys());
  const seen = new Set<number>();
  return input.lines.map((line, index) => {
    const number = line.line ?? next++;
    if (seen.has(number) || (line.line !== undefined && !numbers.has(number))) {
      refuseWith('request.field', { field: 'line' }, { field: 'line', line: index + 1 });
    }
    seen.add(number);
    return readMoneyLine(line, number, index + 1, input.kind, reading);
  });
}

/**
 * Checks the item type: income for receipts, expense for payments. Imported history may differ, and a draft
 * of it keeps the items of its lines.
 */
function fitsItem(
  kind: DocumentKind,
  { itemId, line }: { readonly itemId: string | null; readonly line: number },
  { references, beginning: { before }, origin }: MoneyLineWorld,
): boolean {
  const type = references.itemTypes.get(itemId ?? '');
  if (type === undefined || type === itemTypeOf(kind)) return type !== undefined;
  if (origin.importedFrom === null) return false;
  return (
    before === null ||
    before.document.moneyLines.some((one) => one.line === line && one.itemId === itemId)
  );
}

function readMoneyLine(
  line: MoneyLineInput,
  number: number,
  position: number,
  code: AnyKindCode,
  world: MoneyLineWorld,
): MoneyLine {
  const { digits, references } = world;
  const kind = documentKinds[code];
  const at = (field: string) => ({ field, line: position });
  const of = namedByLines(kind);
  const amount = decimal(line.amount).toDecimalPlaces(digits);
  const signed = of === 'bill' || of === 'opening';
  if (amount.isZero() || (!signed && amount.isNegative()))
    refuseWith('settlement.amount', {}, at('amount'));
  const accountId = of === 'account' || of === 'opening' ? (line.accountId ?? null) : null;
  const itemId = of === 'item' ? (line.itemId ?? null) : null;
  if (of === 'account' && (accountId === null || !references.accountIds.has(accountId))) {
    refuseWith('money.lineAccountMissing', { line: position }, at('accountId'));
  }
  if (of === 'item' && !fitsItem(kind, { itemId, line: number }, world))
    refuseWith('money.itemMissing', { line: position }, at('itemId'));
  return {
    line: number,
    amount,
    // For settlements, computed after loading the bills: see `checkBills`.
    booked: amount,
    accountId,
    itemId,
    settledDocumentId: of === 'bill' ? (line.settledDocumentId ?? null) : null,
    notes: plainLine.givenOf(code, line),
  };
}

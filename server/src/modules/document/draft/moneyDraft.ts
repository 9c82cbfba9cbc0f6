import { plainLine } from '@tradehouse/contract';
import type { MoneyDocumentInput, MoneyLineInput } from '@tradehouse/contract';
import {
  ZERO,
  checkTransfer,
  computeMoneyDocument,
  decimal,
  digitsIn,
  documentKinds,
  hasBonus,
  itemTypeOf,
  namedByLines,
  plain,
  rounded,
  sum,
} from '@tradehouse/domain';
import type {
  AnyKindCode,
  Decimal,
  Document,
  InOutItemType,
  Kind,
  MoneyLine,
} from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import { atLine } from '../store/atLine.ts';
import type { Beginning, Draft, Origin } from './draft.ts';
import { headOf } from './head.ts';
import { settlementsOf } from './settlements.ts';
import { termsOf } from './terms.ts';
import type { References } from '../store/references.ts';

/** Works out a whole document of money from what was typed. */
export function moneyDraft(
  input: MoneyDocumentInput & { readonly kind: AnyKindCode },
  references: References,
  beginning: Beginning,
  origin: Origin,
): Draft {
  const kind = documentKinds[input.kind];
  const bonus = bonusOf(input, kind, references);
  // A bonus may be given, or taken back, with no money beside it.
  if (input.lines.length === 0 && bonus.lte(0)) refuse('document.noLines', {}, { field: 'lines' });
  const terms = termsOf(input, references, beginning);
  // Rests that older versions left of a bill are paid to their last decimal.
  const digits = Math.max(digitsIn(terms.currency, references.settings), references.billDigits);
  const lines = readMoneyLines(input, { digits, references, beginning, origin });
  const total = computeMoneyDocument(
    lines.map(({ amount }) => amount),
    kind.amounts.includes('discount') ? decimal(input.discount ?? '0') : ZERO,
    digits,
  );
  // What we owe a supplier from before is an opening balance below zero.
  if (namedByLines(kind) !== 'opening') checkTotals(total, lines, digits);
  const settlements = settlementsOf(
    input,
    kind,
    { paid: total.paidNow, currency: terms.currency },
    references,
  );
  atLine({ field: 'accountId' }, () => checkTransfer(input.kind, lines, settlements));
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
    goodsLines: [],
    moneyLines: lines,
  };
  return {
    stored: {
      document,
      head: {
        ...headOf(input, references, beginning, origin),
        paymentKind: null,
        // An opening balance was owed before it was written down.
        dueOn: namedByLines(kind) === 'opening' ? terms.businessDate : null,
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
    refuse('document.negativeAmount', {}, { field: 'amount', line });
  }
  if (paidNow.isNegative()) refuse('document.negativeAmount', {}, at);
  if (discount.gt(total)) refuse('document.discount', { amount: plain(total), digits }, at);
}

/** What it gives a member on top of what is paid in, or takes back of that, as money is rounded. */
const bonusOf = (
  { bonus = '0' }: MoneyDocumentInput,
  kind: Kind,
  { settings }: References,
): Decimal => (hasBonus(kind) ? rounded(decimal(bonus), settings.currencyDigits) : ZERO);

/** What an opening balance leaves to settle: the part that no account holds, no matter who owes it. */
const openingDebt = (kind: Kind, lines: readonly MoneyLine[]): Decimal =>
  namedByLines(kind) === 'opening'
    ? sum(lines.filter(({ accountId }) => accountId === null).map(({ amount }) => amount)).abs()
    : ZERO;

/** What lines are read with; `digits`: the decimals of their amounts. */
interface Reading {
  readonly digits: number;
  readonly references: References;
  readonly beginning: Beginning;
  readonly origin: Origin;
}

function readMoneyLines(
  input: MoneyDocumentInput & { readonly kind: AnyKindCode },
  reading: Reading,
): MoneyLine[] {
  const { known, before, nextLine } = reading.beginning;
  let next = nextLine;
  const numbers = new Set(before?.document.moneyLines.map(({ line }) => line) ?? known.keys());
  const seen = new Set<number>();
  return input.lines.map((line, index) => {
    const number = line.line ?? next++;
    if (seen.has(number) || (line.line !== undefined && !numbers.has(number))) {
      refuse('request.field', { field: 'line' }, { field: 'line', line: index + 1 });
    }
    seen.add(number);
    return readMoneyLine(line, number, index + 1, input.kind, reading);
  });
}

/** What comes in is of income, what goes out an expense; other systems may have had it otherwise. */
const fitsItem = (kind: Kind, type: InOutItemType | undefined, { importedFrom }: Origin): boolean =>
  type !== undefined && (importedFrom !== null || type === itemTypeOf(kind));

function readMoneyLine(
  line: MoneyLineInput,
  number: number,
  position: number,
  code: AnyKindCode,
  { digits, references: { accountIds, itemTypes }, origin }: Reading,
): MoneyLine {
  const kind = documentKinds[code];
  const at = (field: string) => ({ field, line: position });
  const of = namedByLines(kind);
  const amount = decimal(line.amount).toDecimalPlaces(digits);
  const signed = of === 'bill' || of === 'opening';
  if (amount.isZero() || (!signed && amount.isNegative()))
    refuse('settlement.amount', {}, at('amount'));
  const accountId = of === 'account' || of === 'opening' ? (line.accountId ?? null) : null;
  const itemId = of === 'item' ? (line.itemId ?? null) : null;
  if (of === 'account' && (accountId === null || !accountIds.has(accountId))) {
    refuse('money.lineAccountMissing', { line: position }, at('accountId'));
  }
  if (of === 'item' && !fitsItem(kind, itemTypes.get(itemId ?? ''), origin))
    refuse('money.itemMissing', { line: position }, at('itemId'));
  return {
    line: number,
    amount,
    // Where it settles something, known once that is: see `checkBills`.
    booked: amount,
    accountId,
    itemId,
    settledDocumentId: of === 'bill' ? (line.settledDocumentId ?? null) : null,
    notes: plainLine.givenOf(code, line),
  };
}

import type { GoodsDocumentInput } from '@tradehouse/contract';
import {
  checkRateOfOne,
  ONE,
  ZERO,
  decimal,
  documentKinds,
  hasCurrency,
  normalText,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, Document } from '@tradehouse/domain';
import { refuseWith } from '../../../kernel/access/index.ts';
import { draftDigits } from '../store/references.ts';
import type { References } from '../store/references.ts';
import type { DraftBeginning } from './draft.ts';

/** Document properties independent of the lines. */
export type DocumentTerms = Pick<
  Document,
  | 'id'
  | 'kind'
  | 'number'
  | 'businessDate'
  | 'partnerId'
  | 'approval'
  | 'needsApproval'
  | 'deleted'
  | 'closed'
  | 'taxMode'
  | 'moneyDigits'
  | 'currency'
  | 'exchangeRate'
  | 'allocateBy'
  | 'payment'
  | 'travels'
  | 'settledFees'
  | 'freights'
  | 'paidFreights'
>;

type CommonInput = Pick<GoodsDocumentInput, 'number' | 'partnerId' | 'status'> &
  Partial<
    Pick<GoodsDocumentInput, 'allocateBy' | 'payment' | 'travels' | 'currency' | 'exchangeRate'>
  > & {
    readonly kind: AnyKindCode;
  };

/**
 * Returns a document's terms: the company's current switches, and the given, else saved,
 * currency.
 */
export function toDocumentTerms(
  input: CommonInput,
  facts: References,
  { before, backIn }: DraftBeginning,
): DocumentTerms {
  const { settings, businessDate } = facts;
  const currency = input.currency ?? before?.document.currency ?? settings.currency;
  const payment = documentKinds[input.kind].prepaid ? (input.payment ?? 'now') : 'now';
  // Currencies saved under older rules stay, and returns use the sale's currency; prepayments share a purse
  // in the company's own.
  const kept = [before?.document.currency, backIn].includes(currency) && payment !== 'prepaid';
  if (currency !== settings.currency && !hasCurrency(documentKinds[input.kind]) && !kept)
    refuseWith('document.ownCurrency', {}, { field: 'currency' });
  const exchangeRate = rateOf(input, currency, facts, before);
  if (exchangeRate.lte(0)) refuseWith('document.exchangeRate', {}, { field: 'exchangeRate' });
  if (currency === settings.currency && !exchangeRate.equals(1)) {
    refuseWith('document.currency', {}, { field: 'exchangeRate' });
  }
  checkRateOfOne(
    currency,
    exchangeRate,
    { currency: settings.currency, digits: settings.currencyDigits },
    { field: 'exchangeRate' },
  );
  return {
    id: before?.document.id ?? '0',
    kind: input.kind,
    number: normalNumberOrNull(input.number) ?? before?.document.number ?? null,
    businessDate,
    partnerId: documentKinds[input.kind].partner === null ? null : (input.partnerId ?? null),
    approval: input.status === '1' ? 'approved' : 'draft',
    // Internal kinds have no page for approval.
    needsApproval: settings.forceApproval && documentKinds[input.kind].url !== null,
    deleted: false,
    closed: false,
    taxMode: settings.priceIncludesTax ? 'inclusive' : 'exclusive',
    moneyDigits:
      currency === settings.currency ? draftDigits(currency, facts) : settings.currencyDigits,
    currency,
    exchangeRate,
    allocateBy: input.allocateBy ?? 'amount',
    payment,
    travels: documentKinds[input.kind].travels && input.travels === true,
    // Set by the receipts: see `shareSettledFees`.
    settledFees: before?.document.settledFees ?? ZERO,
    ...keptCarriage(before),
  };
}

/** Freight in the books belongs to the freight rows: a change of the document keeps it. */
function keptCarriage(
  before: DraftBeginning['before'],
): Pick<Document, 'freights' | 'paidFreights'> {
  const { freights, paidFreights } = before?.document ?? {};
  return {
    ...(freights === undefined ? {} : { freights }),
    ...(paidFreights === undefined ? {} : { paidFreights }),
  };
}

/**
 * Returns the given exchange rate, else the saved rate (decision 0023), else the rate of the day; the
 * company's own currency needs none.
 */
function rateOf(
  { exchangeRate }: CommonInput,
  currency: string,
  { settings, businessDate, dayRate }: References,
  before: DraftBeginning['before'],
): Decimal {
  if (exchangeRate !== undefined) return decimal(exchangeRate);
  if (before?.document.currency === currency) return before.document.exchangeRate;
  if (currency === settings.currency) return ONE;
  const at = { field: 'exchangeRate' };
  return dayRate ?? refuseWith('document.rateMissing', { currency, date: businessDate }, at);
}

/** Returns a number in normal form for storage (decision 0070). */
const normalNumberOrNull = (text: string | undefined): string | null => {
  const plain = normalText(text ?? '');
  return plain === '' ? null : plain;
};

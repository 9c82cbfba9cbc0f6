import type { GoodsDocumentInput } from '@tradehouse/contract';
import {
  ONE,
  decimal,
  documentKinds,
  hasCurrency,
  normalText,
  usualDigits,
} from '@tradehouse/domain';
import type { AnyKindCode, Decimal, Document } from '@tradehouse/domain';
import { refuse } from '../../../kernel/index.ts';
import type { References } from '../store/references.ts';
import type { Beginning } from './draft.ts';

/** What holds for a document whatever its lines are. */
export type Terms = Pick<
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
>;

type CommonInput = Pick<GoodsDocumentInput, 'number' | 'partnerId' | 'status'> &
  Partial<
    Pick<GoodsDocumentInput, 'allocateBy' | 'payment' | 'travels' | 'currency' | 'exchangeRate'>
  > & {
    readonly kind: AnyKindCode;
  };

/**
 * The terms a document is saved under: the company's switches as they are now (design §7.8), in the currency that it says, else
 * the one that it had.
 */
export function termsOf(
  input: CommonInput,
  facts: References,
  { before, backIn }: Beginning,
): Terms {
  const { settings, businessDate } = facts;
  const currency = input.currency ?? before?.document.currency ?? settings.currency;
  const payment = documentKinds[input.kind].prepaid ? (input.payment ?? 'now') : 'now';
  // One that was saved when its kind could still have one keeps it, and is given back in it; prepayments are one purse in the
  // company's own.
  const kept = [before?.document.currency, backIn].includes(currency) && payment !== 'prepaid';
  if (currency !== settings.currency && !hasCurrency(documentKinds[input.kind]) && !kept)
    refuse('document.ownCurrency', {}, { field: 'currency' });
  const exchangeRate = rateOf(input, currency, facts, before);
  if (exchangeRate.lte(0)) refuse('document.exchangeRate', {}, { field: 'exchangeRate' });
  if (currency === settings.currency && !exchangeRate.equals(1)) {
    refuse('document.currency', {}, { field: 'exchangeRate' });
  }
  // Amounts in that currency could not be told in the company's own without rounding, and no rate of 1 rounds.
  const isFiner = usualDigits(currency) > settings.currencyDigits;
  if (currency !== settings.currency && exchangeRate.equals(1) && isFiner) {
    const facts = { currency, own: settings.currency };
    refuse('document.rateOfOne', facts, { field: 'exchangeRate' });
  }
  return {
    id: before?.document.id ?? '0',
    kind: input.kind,
    number: numberOf(input.number) ?? before?.document.number ?? null,
    businessDate,
    partnerId: documentKinds[input.kind].partner === null ? null : (input.partnerId ?? null),
    approval: input.status === '1' ? 'approved' : 'draft',
    // Internal kinds have no page where anybody could approve them.
    needsApproval: settings.forceApproval && documentKinds[input.kind].url !== null,
    deleted: false,
    closed: false,
    taxMode: settings.priceIncludesTax ? 'inclusive' : 'exclusive',
    moneyDigits: settings.currencyDigits,
    currency,
    exchangeRate,
    allocateBy: input.allocateBy ?? 'amount',
    payment,
    travels: documentKinds[input.kind].travels && input.travels === true,
  };
}

/**
 * The rate that was said, else the one it was saved with (decision 0023), else that of the day; the company's own currency
 * needs none.
 */
function rateOf(
  { exchangeRate }: CommonInput,
  currency: string,
  { settings, businessDate, dayRate }: References,
  before: Beginning['before'],
): Decimal {
  if (exchangeRate !== undefined) return decimal(exchangeRate);
  if (before?.document.currency === currency) return before.document.exchangeRate;
  if (currency === settings.currency) return ONE;
  const at = { field: 'exchangeRate' };
  return dayRate ?? refuse('document.rateMissing', { currency, date: businessDate }, at);
}

/** A number as it is kept, in its normal form (decision 0070). */
const numberOf = (text: string | undefined): string | null => {
  const plain = normalText(text ?? '');
  return plain === '' ? null : plain;
};

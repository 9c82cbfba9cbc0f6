// Parsers for text typed into number fields.
import { complaintOf } from '@tradehouse/contract';
import type { Complaint } from '@tradehouse/contract';
import {
  currenciesBeside,
  fieldRules,
  filledSentence,
  isInAnotherCurrency,
  parseNumberText,
  parseTypedNumber,
  plainValueOfNumber,
} from '@tradehouse/domain';
import type { NumberText } from '@tradehouse/domain';
import { language } from '../app/session/language.ts';
import { settingsNow } from '../app/settings/settings.ts';
import { t } from '../phrase/index.ts';

/** The sign of a currency by the settings; '' for currencies other than the company's. */
export function settingsSignOf(currency: string): string {
  const own = settingsNow();
  return own?.currency === currency ? own.currencySymbol : '';
}

/**
 * Says that a typed number has the sign or code of another currency; undefined if not. A field without a
 * currency of its own is in the company's.
 */
export function otherCurrencyNotice(text: string, currency = ''): string | undefined {
  const own = currency === '' ? settingsNow()?.currency : currency;
  if (own === undefined || !isInAnotherCurrency(text, own, settingsSignOf(own))) return undefined;
  return t('entry.otherCurrency', { text: text.trim(), currency: own });
}

/** Plain notation of a typed number; undefined if invalid, ambiguous or in another currency. */
export const plainNumberIn = (text: string, currency = ''): string | undefined =>
  otherCurrencyNotice(text, currency) === undefined
    ? plainValueOfNumber(parseTypedNumber(text))
    : undefined;

/** Plain notation of a typed number; the text itself if not understood. */
export const tidyNumber = (text: string, currency = ''): string =>
  plainNumberIn(text, currency) ?? text.trim();

/**
 * Plain notation of an amount whose sign a change of the currency made its own; any other text as typed. A
 * field drops the sign of its currency, so a remaining sign would be unreadable.
 */
export const amountInCurrency = (text: string, currency: string): string =>
  currenciesBeside(text).length === 0 ? text : (plainNumberIn(text, currency) ?? text);

/** Question or refusal beside a number as typed; undefined: none. */
export const doubtOfNumber = (text: string, currency = ''): string | undefined =>
  otherCurrencyNotice(text, currency) ??
  (parseTypedNumber(text).kind === 'ambiguous' ? t('editor.wrong.ambiguous') : undefined);

// SAFETY: antd accepts an empty text as no number, though its type allows only numbers.
const NOTHING = '' as unknown as number;

/** The number of a reading; NaN, for none, changes nothing in the field. */
const numberFromReading = (read: NumberText): number => Number(plainValueOfNumber(read) ?? NaN);

/** Parses a number that may have decimals; an ambiguous text keeps the field's previous value. */
export function parseFieldNumber(text = '', before: number | string | null = null): number {
  if (text.trim() === '') return NOTHING;
  if (otherCurrencyNotice(text) !== undefined) return NaN;
  const read = parseTypedNumber(text);
  if (read.kind !== 'ambiguous') return numberFromReading(read);
  return before === null ? NOTHING : Number(before);
}

/** Least and most of a whole number, and if a blank is refused. */
export interface WholeNumberLimits {
  readonly min?: number;
  readonly max?: number;
  readonly isRequired?: boolean;
}

/** Reading of a typed whole number: null for a blank field, or the sentence of the refusal. */
export type WholeNumberReading = { readonly value: number | null } | { readonly wrong: string };

/**
 * Reads a typed whole number; an ambiguous comma counts as thousands separator. Other text
 * is refused, and no number is rounded or moved into its limits.
 */
export function readWholeNumber(text: string, limits: WholeNumberLimits = {}): WholeNumberReading {
  if (text.trim() === '')
    return limits.isRequired === true
      ? { wrong: sentenceOfComplaint({ rule: 'missing' }) }
      : { value: null };
  const other = otherCurrencyNotice(text);
  if (other !== undefined) return { wrong: other };
  const read = parseTypedNumber(text);
  const plain = plainValueOfNumber(read.kind === 'ambiguous' ? parseNumberText(text, '.') : read);
  const value = /^-?\d{1,15}$/.test(plain ?? '') ? Number(plain) : null;
  const { min: minimum, max: maximum } = limits;
  const complaint = complaintOf({ type: 'integer', minimum, maximum }, value);
  if (value !== null && complaint === null) return { value: value === 0 ? 0 : value };
  return { wrong: sentenceOfComplaint(complaint ?? { rule: 'wholeNumber' }) };
}

const sentenceOfComplaint = (complaint: Complaint): string =>
  filledSentence(fieldRules[language][complaint.rule], (fact) =>
    String(Reflect.get(complaint, fact) ?? ''),
  );

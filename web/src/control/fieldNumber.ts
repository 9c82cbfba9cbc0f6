// Parsers for text typed into number fields.
import { complaintOf } from '@tradehouse/contract';
import type { Complaint } from '@tradehouse/contract';
import {
  currenciesBeside,
  decimal,
  fieldRules,
  filledSentence,
  isInAnotherCurrency,
  parseNumberText,
  parseTypedNumber,
  plainValueOfNumber,
} from '@tradehouse/domain';
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

/** Least and most of a number, the number of which it is a multiple, and if a blank is refused. */
export interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
  /** Default: 1, for whole numbers. */
  readonly step?: number;
  readonly isRequired?: boolean;
}

/** Reading of a typed number: null for a blank field, or the sentence of the refusal. */
export type NumberReading = { readonly value: number | null } | { readonly wrong: string };

/**
 * Reads a typed number. Other text is refused, and no number is rounded or moved into its limits. An
 * ambiguous comma counts as thousands separator of whole numbers, and is refused beside decimals.
 */
export function readFieldNumber(text: string, limits: NumberLimits = {}): NumberReading {
  const { step = 1, isRequired = false } = limits;
  if (text.trim() === '')
    return isRequired ? { wrong: sentenceOfComplaint({ rule: 'missing' }) } : { value: null };
  const doubt = step === 1 ? otherCurrencyNotice(text) : doubtOfNumber(text);
  if (doubt !== undefined) return { wrong: doubt };
  const read = parseTypedNumber(text);
  const plain = plainValueOfNumber(read.kind === 'ambiguous' ? parseNumberText(text, '.') : read);
  const value = /^-?\d{1,15}(\.\d{1,6})?$/.test(plain ?? '') ? Number(plain) : Number.NaN;
  const wrong = step === 1 ? wrongWholeNumber(value, limits) : wrongMultiple(value, limits);
  return wrong === null ? { value: value === 0 ? 0 : value } : { wrong };
}

function wrongWholeNumber(value: number, { min: minimum, max: maximum }: NumberLimits) {
  const complaint = complaintOf({ type: 'integer', minimum, maximum }, value);
  return complaint === null ? null : sentenceOfComplaint(complaint);
}

function wrongMultiple(value: number, { min = 0, max = Infinity, step = 1 }: NumberLimits) {
  const isMultiple = value >= min && value <= max && decimal(value).modulo(step).isZero();
  return isMultiple ? null : t('form.multiple', { step, least: min, most: max });
}

const sentenceOfComplaint = (complaint: Complaint): string =>
  filledSentence(fieldRules[language][complaint.rule], (fact) =>
    String(Reflect.get(complaint, fact) ?? ''),
  );

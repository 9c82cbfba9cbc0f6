// Parser of SWIFT MT940 statements, whose fields begin a line, like `:61:`. Names of a row's parts follow
// the public description. :86: is read by German codes (?20), codes between slashes, or verbatim.

import type { BankMessage, MessageRow } from './bankFile.ts';
import { closingOf, isBalanced } from './statementPages.ts';
import type { StatedBalance, StatementPage } from './statementPages.ts';

interface Mt940Field {
  readonly tag: string;
  readonly text: string;
}

export const isMt940 = (text: string): boolean =>
  /^[ \t]*:60[FM]:/m.test(text) && /^[ \t]*:6[12]/m.test(text);

/** Reads rows and balance of a file's first account, in its first currency, over all pages. */
export function readMt940(text: string): BankMessage {
  const fields = parseMt940Fields(text);
  const account = fields.find(({ tag }) => tag === '25')?.text;
  const pages: (StatementPage & { rows: MessageRow[] })[] = [
    { opening: null, closing: null, rows: [] },
  ];
  let [currency, others] = ['', 0];
  let [isAccount, isOurs] = [true, true];
  for (const [at, { tag, text: said }] of fields.entries()) {
    if (tag === '25') isOurs = isAccount = said === account;
    if (/^60[FM]$/.test(tag) && isAccount) {
      currency ||= said.slice(7, 10);
      isOurs = said.slice(7, 10) === currency;
      if (isOurs) pages.push({ opening: parseMt940Balance(said), closing: null, rows: [] });
    }
    if (tag === '61' && !isOurs) others += 1;
    const page = pages.at(-1);
    if (!isOurs || page === undefined) continue;
    if (/^62[FM]$/.test(tag)) pages.splice(-1, 1, { ...page, closing: parseMt940Balance(said) });
    const next = fields[at + 1];
    if (tag === '61')
      page.rows.push(messageRowFromMt940(said, next?.tag === '86' ? next.text : ''));
  }
  return {
    currency,
    rows: pages.flatMap(({ rows }) => rows),
    closing: closingOf(pages),
    others,
    isBalanced: isBalanced(pages),
  };
}

/** Message line outside the fields: -, -} or a block header. Further lines may begin with a dash. */
const MESSAGE_END = /^(-|-?\}.*|\{[1-5S]:.*)$/;

/** Splits a message into fields with continuation lines; drops lines outside the fields. */
function parseMt940Fields(text: string): readonly Mt940Field[] {
  const fields: Mt940Field[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, tag, said] = /^\s*:(\d\d[A-Z]?):(.*)$/s.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ tag, text: said ?? '' });
    else if (last !== undefined && !MESSAGE_END.test(line))
      fields[fields.length - 1] = { ...last, text: `${last.text}\n${line}` };
  }
  return fields;
}

/** Digits with a comma before the decimals and no further separator. */
const plainAmount = (text: string): string => text.replace(',', '.').replace(/\.$/, '');

/** Parses `C261231EUR1234,5`: side, day, currency, amount. */
function parseMt940Balance(said: string): StatedBalance | null {
  const [, side, day = '', amount] =
    /^([CD])(\d{6})[A-Z]{3}(\d+(?:,\d*)?)(?![\d,.])/.exec(said) ?? [];
  if (amount === undefined) return null;
  return { day, amount: side === 'D' ? `-${plainAmount(amount)}` : plainAmount(amount) };
}

/**
 * After the value day: booking day, side (R reverses), amount, type, customer's reference, the bank's after
 * `//`, details on a second line.
 */
const ROW =
  /^\d{6}(\d{4})?(R?)E?([CD])[A-Z]?(\d+(?:,\d*)?)[NFS][A-Z0-9]{3}([^\n]*?)(?:\/\/([^\n]*))?(?:\n(.*))?$/s;

function messageRowFromMt940(said: string, details: string): MessageRow {
  const [value = ''] = /^\d{6}/.exec(said) ?? [];
  const [, booked, turned, side, amount = '', customer = '', bank = '', more = ''] =
    ROW.exec(said) ?? [];
  const out = (side === 'D') !== (turned === 'R');
  const { partner, purpose } = parseMt940Details(details);
  const own = [customer, bank].map((one) => one.trim()).map((one) => (one === 'NONREF' ? '' : one));
  return {
    date: bookingDayFromMt940(value, booked),
    // A row not understood has no amount, so it is shown as wrong.
    amount: amount === '' ? '' : (out ? '-' : '') + plainAmount(amount),
    partner,
    purpose: [own[0], purpose || more.trim()].filter((one) => one !== '').join(' '),
    reference: own[1] ?? '',
  };
}

/** Booking day, without a year: the value day's, unless a new year began between both. */
function bookingDayFromMt940(value: string, booked: string | undefined): string {
  const year = 2000 + Number(value.slice(0, 2));
  const [month, of] = [booked ?? value.slice(2), value.slice(2)].map((one) =>
    Number(one.slice(0, 2)),
  );
  const passed = (month ?? 0) - (of ?? 0);
  const on = passed < -6 ? year + 1 : passed > 6 ? year - 1 : year;
  return `${on}-${(booked ?? value.slice(2)).replace(/^(..)/, '$1-')}`;
}

const slashed =
  /\/(NAME|REMI|EREF|IBAN|BIC|TRTP|ISDT|MARF|CSID|ORDP|BENM|ID|ADDR|TRCD|PREF|RTRN|BUSP)\//;

/** Reads partner and purpose. */
function parseMt940Details(details: string): Pick<MessageRow, 'partner' | 'purpose'> {
  const joined = details.replaceAll('\n', '');
  const [, mark] = /^\d{3}([?>~])\d\d/.exec(joined) ?? [];
  if (mark !== undefined) {
    const parts = joined
      .slice(3)
      .split(mark)
      .map((part) => [part.slice(0, 2), part.slice(2)] as const);
    const of = (codes: RegExp) =>
      parts
        .flatMap(([code, part]) => (codes.test(code) ? [part] : []))
        .join('')
        .trim();
    return { partner: of(/^3[23]$/), purpose: of(/^(2\d|6[0-3])$/) };
  }
  const pieces = joined.split(slashed);
  if (pieces.length < 3) return { partner: '', purpose: details.replaceAll('\n', ' ').trim() };
  const of = (code: string): string | undefined => {
    const at = pieces.indexOf(code);
    return at === -1
      ? undefined
      : pieces[at + 1]
          ?.replace(/^USTD\/\//, '')
          .replace(/\/$/, '')
          .trim();
  };
  return { partner: of('NAME') ?? '', purpose: of('REMI') ?? joined.trim() };
}

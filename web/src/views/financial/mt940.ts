// Statements as SWIFT MT940: fields begin a line with `:61:` and the like. What each part of a row is called follows the public
// description of the message; what banks write into :86: is read by German codes (?20), by codes between slashes, or as it is.

import type { BankMessage, MessageRow } from './bankFile.ts';
import { closingOf, isBalanced } from './statementPages.ts';
import type { StatedBalance, StatementPage } from './statementPages.ts';

interface Field {
  readonly tag: string;
  readonly text: string;
}

export const isMt940 = (text: string): boolean =>
  /^[ \t]*:60[FM]:/m.test(text) && /^[ \t]*:6[12]/m.test(text);

/** Rows and balance of the first account of a file, in its first currency, over all its pages. */
export function readMt940(text: string): BankMessage {
  const fields = fieldsOf(text);
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
      if (isOurs) pages.push({ opening: balanceOf(said), closing: null, rows: [] });
    }
    if (tag === '61' && !isOurs) others += 1;
    const page = pages.at(-1);
    if (!isOurs || page === undefined) continue;
    if (/^62[FM]$/.test(tag)) pages.splice(-1, 1, { ...page, closing: balanceOf(said) });
    const next = fields[at + 1];
    if (tag === '61') page.rows.push(rowOf(said, next?.tag === '86' ? next.text : ''));
  }
  return {
    currency,
    rows: pages.flatMap(({ rows }) => rows),
    closing: closingOf(pages),
    others,
    isBalanced: isBalanced(pages),
  };
}

/** A line of the message around the fields: -, -} or the header of a block. Other lines may begin with a dash. */
const MESSAGE_END = /^(-|-?\}.*|\{[1-5S]:.*)$/;

/** Fields with the lines that go on with them; what stands around the message is none. */
function fieldsOf(text: string): readonly Field[] {
  const fields: Field[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, tag, said] = /^\s*:(\d\d[A-Z]?):(.*)$/s.exec(line) ?? [];
    const last = fields.at(-1);
    if (tag !== undefined) fields.push({ tag, text: said ?? '' });
    else if (last !== undefined && !MESSAGE_END.test(line))
      fields[fields.length - 1] = { ...last, text: `${last.text}\n${line}` };
  }
  return fields;
}

/** Digits with a comma before the cents, and no other between them. */
const plainAmount = (text: string): string => text.replace(',', '.').replace(/\.$/, '');

/** `C261231EUR1234,5`: which side, the day, the currency, the amount. */
function balanceOf(said: string): StatedBalance | null {
  const [, side, day = '', amount] =
    /^([CD])(\d{6})[A-Z]{3}(\d+(?:,\d*)?)(?![\d,.])/.exec(said) ?? [];
  if (amount === undefined) return null;
  return { day, amount: side === 'D' ? `-${plainAmount(amount)}` : plainAmount(amount) };
}

/** After the value day: booking day, side (R turns it back), amount, sort, the customer's reference, `//` the bank's, more in a second line. */
const ROW =
  /^\d{6}(\d{4})?(R?)E?([CD])[A-Z]?(\d+(?:,\d*)?)[NFS][A-Z0-9]{3}([^\n]*?)(?:\/\/([^\n]*))?(?:\n(.*))?$/s;

function rowOf(said: string, told: string): MessageRow {
  const [value = ''] = /^\d{6}/.exec(said) ?? [];
  const [, booked, turned, side, amount = '', customer = '', bank = '', more = ''] =
    ROW.exec(said) ?? [];
  const out = (side === 'D') !== (turned === 'R');
  const { partner, purpose } = detailsOf(told);
  const own = [customer, bank].map((one) => one.trim()).map((one) => (one === 'NONREF' ? '' : one));
  return {
    date: dayOf(value, booked),
    // A row that is not understood has no amount, and so is shown as wrong.
    amount: amount === '' ? '' : (out ? '-' : '') + plainAmount(amount),
    partner,
    purpose: [own[0], purpose || more.trim()].filter((one) => one !== '').join(' '),
    reference: own[1] ?? '',
  };
}

/** The day of booking has no year: it is of the value day's, unless a new year began between them. */
function dayOf(value: string, booked: string | undefined): string {
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

/** Who is on the other side, and what for. */
function detailsOf(told: string): Pick<MessageRow, 'partner' | 'purpose'> {
  const joined = told.replaceAll('\n', '');
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
  if (pieces.length < 3) return { partner: '', purpose: told.replaceAll('\n', ' ').trim() };
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

import { describe, expect, test } from 'vitest';
import { bankCells, bankCurrency, belowHeadings, readBankRows } from './bankRows.ts';
import { isMt940, readMt940 } from './mt940.ts';

/** A page of a statement, with what banks put around it. */
const page = (...lines: readonly string[]): string =>
  [
    '{1:F01BANKDEFFXXXX0000000000}{2:O9400000000000BANKDEFFXXXX00000000000000000000N}{4:',
    ':20:STARTUMS',
    ':25:50070010/0123456',
    ':28C:00012/001',
    ...lines,
    '-}',
  ].join('\r\n');
const balance = ':60F:C260104EUR1000,00';
/** The row of one field, and what belongs to it. */
const rowOf = (...lines: readonly string[]) => readMt940(page(balance, ...lines)).rows[0];

describe('a statement', () => {
  test('says its currency, its rows in order and what was left', () => {
    const text = page(
      balance,
      ':61:2601050105C1200,5NTRFRE-17//BK1',
      ':86:166?00GUTSCHRIFT?10931?20EREF+RE-17?21SVWZ+INVOICE RE?22-17 JANUARY?30COBADEFF?32MUSTER?33 GMBH',
      ':61:260106D0,75NCHGNONREF',
      'ACCOUNT FEE',
      ':62F:C260106EUR2199,75',
      ':64:C260106EUR2199,75',
      ':86:A WORD ON ALL OF IT',
    );
    expect(isMt940(text)).toBe(true);
    expect(readMt940(text)).toEqual({
      currency: 'EUR',
      rows: [
        {
          date: '2026-01-05',
          amount: '1200.5',
          partner: 'MUSTER GMBH',
          purpose: 'RE-17 EREF+RE-17SVWZ+INVOICE RE-17 JANUARY',
          reference: 'BK1',
        },
        { date: '2026-01-06', amount: '-0.75', partner: '', purpose: 'ACCOUNT FEE', reference: '' },
      ],
      closing: '2199.75',
      others: 0,
    });
  });

  test('goes on over pages; the last of them says the end, which may be owed', () => {
    const text = [
      page(balance, ':61:260105D1500,NTRFNONREF', ':62M:D260105EUR500,'),
      page(':60M:D260105EUR500,', ':61:260106C0,01NTRFNONREF', ':62F:D260106EUR499,99'),
    ].join('\n');
    const { rows, closing } = readMt940(text);
    expect([rows.map(({ amount }) => amount), closing]).toEqual([['-1500', '0.01'], '-499.99']);
  });

  test('of further accounts in the same file is left out, and said to be', () => {
    const other = page(':60F:C260104USD5,', ':61:260105C5,NTRFNONREF', ':62F:C260105USD10,');
    const text = `${page(balance, ':61:260105C7,NTRFNONREF', ':62F:C260105EUR1007,')}\n${other.replace('0123456', '999')}`;
    const cells = bankCells(text);
    const { above, meaning } = belowHeadings(cells);
    expect(readBankRows(cells, above, meaning)).toMatchObject({
      rows: [{ row: { date: '2026-01-05', amount: '7' } }],
      left: 1,
      closing: '1007',
    });
    expect(bankCurrency(text)).toBe('EUR');
  });

  test('is not what a table is that begins otherwise', () => {
    expect(isMt940('Date,Amount\n2026-01-05,1')).toBe(false);
    expect(bankCurrency('<OFX><CURDEF>usd<STMTTRN>')).toBe('USD');
    expect(bankCurrency('Date,Amount')).toBe('');
  });
});

describe('a row', () => {
  test.each([
    ['C', '10.5'],
    ['D', '-10.5'],
    ['RC', '-10.5'],
    ['RD', '10.5'],
    // The third letter of the currency may follow.
    ['CD', '10.5'],
    ['DD', '-10.5'],
    ['RDR', '10.5'],
    ['EC', '10.5'],
  ])('marked %s comes to %s', (mark, amount) => {
    expect(rowOf(`:61:2601050105${mark}10,50NTRFNONREF//B`)?.amount).toBe(
      amount.replace('.5', '.50'),
    );
  });

  test.each([
    ['2601050107', '2026-01-07'],
    ['260105', '2026-01-05'],
    ['2512310102', '2026-01-02'],
    ['2601021231', '2025-12-31'],
  ])('of %s was booked on %s', (days, date) => {
    expect(rowOf(`:61:${days}C1,NTRFNONREF`)?.date).toBe(date);
  });

  test('is read by codes between slashes, however its lines break', () => {
    expect(
      rowOf(
        ':61:260105C1,NTRFEREF//B7',
        ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL02ABNA0123456789/BIC/ABNANL2A/NAME/J. JAN',
        'SEN/REMI/USTD//INVOICE 10/12/EREF/NOTPROVIDED',
      ),
    ).toMatchObject({ partner: 'J. JANSEN', purpose: 'EREF INVOICE 10/12', reference: 'B7' });
  });

  test('keeps words that follow no code', () => {
    expect(rowOf(':61:260105C1,NTRFNONREF', ':86:PAYMENT FROM', 'CY STORES')).toMatchObject({
      partner: '',
      purpose: 'PAYMENT FROM CY STORES',
    });
  });

  test('that can’t be read has no amount, and is shown as wrong', () => {
    expect(rowOf(':61:someday')?.amount).toBe('');
    const cells = bankCells(page(balance, ':61:260105X1,NTRFNONREF'));
    expect(cells[1]?.[1]).toBe('');
  });
});

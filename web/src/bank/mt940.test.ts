import { describe, expect, test } from 'vitest';
import { readBankFile } from './bankFile.ts';
import { bankHeadings, readBankRows } from './bankRows.ts';
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
  test('has currency, ordered rows and closing balance', () => {
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
      isBalanced: true,
    });
  });

  test('continues over pages; the last page gives the closing balance, which may be owed', () => {
    const text = [
      page(balance, ':61:260105D1500,NTRFNONREF', ':62M:D260105EUR500,'),
      page(':60M:D260105EUR500,', ':61:260106C0,01NTRFNONREF', ':62F:D260106EUR499,99'),
    ].join('\n');
    const { rows, closing } = readMt940(text);
    expect([rows.map(({ amount }) => amount), closing]).toEqual([['-1500', '0.01'], '-499.99']);
  });

  test('a statement of further accounts in a single file is left out, and reported', () => {
    const other = page(':60F:C260104USD5,', ':61:260105C5,NTRFNONREF', ':62F:C260105USD10,');
    const text = `${page(balance, ':61:260105C7,NTRFNONREF', ':62F:C260105EUR1007,')}\n${other.replace('0123456', '999')}`;
    const file = readBankFile(text);
    const { above, mapping } = bankHeadings(file);
    expect(readBankRows(file, above, mapping)).toMatchObject({
      rows: [{ row: { date: '2026-01-05', amount: '7' } }],
      closing: '1007',
    });
    expect(file).toMatchObject({ currency: 'EUR', others: 1 });
  });

  test('a statement of an account in two currencies is read in the first, the rest is left out', () => {
    const other = page(':60F:C260104USD5,', ':61:260105C5,NTRFNONREF', ':62F:C260105USD10,');
    const again = page(':60F:C260105EUR1007,', ':61:260106D7,NTRFNONREF', ':62F:C260106EUR1000,');
    const own = page(balance, ':61:260105C7,NTRFNONREF', ':62F:C260105EUR1007,');
    const { currency, rows, closing, others } = readMt940([own, again, other].join('\n'));
    expect([currency, rows.map(({ amount }) => amount), closing, others]).toEqual([
      'EUR',
      ['7', '-7'],
      '1000',
      1,
    ]);
    expect(readMt940([own, other, again].join('\n')).rows).toHaveLength(2);
  });

  test('the balance of the latest day is the closing balance, wherever the balance stands in the file', () => {
    const newer = page(':60F:C260105EUR100,', ':61:260106C150,NTRFNONREF', ':62F:C260106EUR250,');
    const older = page(':60F:C260104EUR0,', ':61:260105C100,NTRFNONREF', ':62F:C260105EUR100,');
    expect(readMt940(`${newer}\n${older}`).closing).toBe('250');
  });

  test('fields may stand behind blanks', () => {
    const text = page(
      ' :60F:C260104EUR0,',
      ' :61:260105D1,NTRFNONREF',
      '\t:86:A',
      ':61:260105D2,NTRFNONREF',
      ':62F:D260105EUR3,',
    );
    expect(isMt940(text)).toBe(true);
    expect(readMt940(text)).toMatchObject({
      rows: [{ amount: '-1', purpose: 'A' }, { amount: '-2' }],
      isBalanced: true,
    });
  });

  test('rows not leading from the opening to the closing balance are reported', () => {
    const text = page(balance, ':61:260105D1,NTRFNONREF', ':62F:C260105EUR1000,');
    expect(readMt940(text).isBalanced).toBe(false);
    const file = readBankFile(text);
    const { above, mapping } = bankHeadings(file);
    expect(readBankRows(file, above, mapping)?.rows).toMatchObject([{ row: null }]);
  });

  test('has no closing balance when unreadable', () => {
    for (const said of ['C260105EUR1,234,56', 'C260105EUR', 'C260105EUR1.5'])
      expect(readMt940(page(balance, ':61:260105C7,NTRFNONREF', `:62F:${said}`)).closing).toBe(
        null,
      );
  });

  test('is not detected in a table or an OFX file', () => {
    expect(isMt940('Date,Amount\n2026-01-05,1')).toBe(false);
    expect(readBankFile('<OFX><STMTRS><CURDEF>usd<STMTTRN>').currency).toBe('USD');
    expect(readBankFile('Date,Amount').currency).toBe('');
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
  ])('with the mark %s has the amount %s', (mark, amount) => {
    expect(rowOf(`:61:2601050105${mark}10,50NTRFNONREF//B`)?.amount).toBe(
      amount.replace('.5', '.50'),
    );
  });

  test.each([
    ['2601050107', '2026-01-07'],
    ['260105', '2026-01-05'],
    ['2512310102', '2026-01-02'],
    ['2601021231', '2025-12-31'],
  ])('with the dates %s is booked on %s', (days, date) => {
    expect(rowOf(`:61:${days}C1,NTRFNONREF`)?.date).toBe(date);
  });

  test('with codes between slashes is read across line breaks', () => {
    expect(
      rowOf(
        ':61:260105C1,NTRFEREF//B7',
        ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL02ABNA0123456789/BIC/ABNANL2A/NAME/J. JAN',
        'SEN/REMI/USTD//INVOICE 10/12/EREF/NOTPROVIDED',
      ),
    ).toMatchObject({ partner: 'J. JANSEN', purpose: 'EREF INVOICE 10/12', reference: 'B7' });
  });

  test('without field codes keeps all words in the purpose', () => {
    expect(rowOf(':61:260105C1,NTRFNONREF', ':86:PAYMENT FROM', 'CY STORES')).toMatchObject({
      partner: '',
      purpose: 'PAYMENT FROM CY STORES',
    });
  });

  test.each(['X1,NTRFNONREF', 'C1,234,56NTRFNONREF', 'C1.5NTRFNONREF', 'C'])(
    'unreadable (%s) has no amount, and is shown as wrong',
    (said) => {
      const file = readBankFile(page(balance, `:61:260105${said}`, ':61:someday'));
      expect(file.rows.map(({ cells }) => cells[1])).toEqual(['amount', '', '']);
      const { above, mapping } = bankHeadings(file);
      const wrong = { row: null, problem: expect.any(String) as string };
      expect(readBankRows(file, above, mapping)).toMatchObject({ rows: [wrong, wrong] });
    },
  );

  test('keeps lines beginning with a dash, up to the end of the message', () => {
    const text = page(balance, ':61:260105C1,NTRFNONREF', ':86:RENT', '- 4711', '{A} and', '-');
    expect(readMt940(text).rows[0]?.purpose).toBe('RENT - 4711 {A} and');
  });

  test('stays a single row with any breaks inside', () => {
    const row = rowOf(':61:260105C1,NTRFA\u2028B//C\u2029D', ':86:E\u2028F');
    expect(row).toMatchObject({ amount: '1', reference: 'C\u2029D', purpose: 'A\u2028B E\u2028F' });
  });

  test('a row of the size of the file limit is read without delay', () => {
    const long = `:61:260105C1,NTRF${'/'.repeat(300_000)}\u2028`;
    const start = process.cpuUsage();
    readMt940(page(balance, long, `:86:${'?20/NAME/'.repeat(50_000)}`));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
  });
});

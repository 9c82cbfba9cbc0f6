import { beforeAll, describe, expect, test } from 'vitest';
import { loadPhrases, t } from '../../phrase/index.ts';
import { bankCells, belowHeadings, meant, readBankRows } from './bankRows.ts';

beforeAll(() => loadPhrases('en'));

const read = (text: string) => {
  const cells = bankCells(text);
  const { above, meaning } = belowHeadings(cells);
  const reading = readBankRows(cells, above, meaning);
  return (
    reading && {
      rows: reading.rows.map(({ row, problem }) => row ?? problem),
      left: reading.left,
      closing: reading.closing,
    }
  );
};
const row = (date: string, amount: string, partnerName = '', purpose = '', reference = '') => ({
  date,
  amount,
  partnerName,
  purpose,
  reference,
});

describe('a bank’s file', () => {
  test('has income and outgo in columns of their own, notes above and sums below', () => {
    const text = [
      '账号：6222 0000,,,,,,',
      '交易日期,交易流水号,对方户名,摘要,借方发生额,贷方发生额,余额',
      '2026-01-05,A1,百川贸易,货款,,"1,200.50",1300.50',
      '2026/1/6,A2,房东,房租,800.00,0.00,500.50',
      '合计,,,,800.00,1200.50,',
    ].join('\n');
    expect(read(text)).toEqual({
      rows: [
        row('2026-01-05', '1200.5', '百川贸易', '货款', 'A1'),
        row('2026-01-06', '-800', '房东', '房租', 'A2'),
      ],
      left: 1,
      closing: '500.50',
    });
  });

  test('has one amount and a word that says which way, newest first', () => {
    const text = ['日期\t借贷标志\t金额\t余额', '20260107\t借\t30\t70', '20260106\t贷\t100\t100'];
    expect(read(text.join('\n'))).toEqual({
      rows: [row('2026-01-07', '-30'), row('2026-01-06', '100')],
      left: 0,
      closing: '70',
    });
  });

  test('has signed amounts under English headings, and says which can’t be read', () => {
    const text = [
      'Date,Amount,Description,Counterparty',
      '2026-01-05,-12.00,Fee,',
      '2026-01-06,many,?,Cy',
      '2026-01-32,3,,',
      '01/02/2026,4,,',
      '2 rows in all,-9,,',
      '2026-01-01至2026-01-31,-9,,',
    ];
    expect(read(text.join('\n'))?.rows).toEqual([
      row('2026-01-05', '-12', '', 'Fee'),
      t('bank.unread', { name: t('bank.column.amount') }),
      t('bank.unread', { name: t('bank.column.date') }),
      t('bank.unread', { name: t('bank.column.date') }),
    ]);
  });

  test('shows days as they are read, whatever a sheet keeps them as', () => {
    const [titles = [], ...rows] = bankCells('Date,Amount\n46027,1\n05/13/2026,2\n46028,many\n');
    const shown = readBankRows(rows, 0, belowHeadings([titles]).meaning)?.rows;
    expect(shown?.map(({ cells }) => cells[0])).toEqual(['2026-01-05', '2026-05-13', '2026-01-06']);
  });

  test.each([
    ['points', ['05.11.2026', '31.12.2026 10:00', '06.11.2026']],
    ['days first', ['05/11/2026', '31/12/2026', '6/11/2026']],
    ['months first', ['11-05-2026', '12-31-2026', '11-6-2026']],
  ])('has years behind days and months: %s', (_, days) => {
    const text = ['Date,Amount', ...days.map((day) => `${day},1`)].join('\n');
    expect(read(text)?.rows).toEqual([
      row('2026-11-05', '1'),
      row('2026-12-31', '1'),
      row('2026-11-06', '1'),
    ]);
  });

  test('is not guessed at where days may be months, nor is a day that no month has', () => {
    const unread = t('bank.unread', { name: t('bank.column.date') });
    expect(read('Date,Amount\n05/11/2026,1\n06/11/2026,1')?.rows).toEqual([unread, unread]);
    expect(read('Date,Amount\n31.11.2026,1')?.rows).toEqual([unread]);
  });

  test('is OFX, which names its fields itself', () => {
    const text = `OFXHEADER:100
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260106120000[+8:CST]<TRNAMT>-40.00<FITID>F2<NAME>Bo &amp; Co<MEMO>Rent</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260105<TRNAMT>50<FITID>F1</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>110.00<DTASOF>20260131</LEDGERBAL></STMTRS></OFX>`;
    expect(read(text)).toEqual({
      rows: [
        row('2026-01-05', '50', '', '', 'F1'),
        row('2026-01-06', '-40', 'Bo & Co', 'Rent', 'F2'),
      ],
      left: 0,
      closing: '110.00',
    });
  });

  test('is read once its columns are said, where its headings tell nothing', () => {
    const cells = bankCells('when,how much\n2026-01-05,9');
    const { above, meaning } = belowHeadings(cells);
    expect([above, readBankRows(cells, above, meaning)]).toEqual([0, null]);
    const said = meant(meant(meaning, 0, 'date'), 1, 'amount');
    expect(readBankRows(cells, above, said)).toMatchObject({ left: 1, rows: [{ place: 2 }] });
    expect(meant(said, 0, 'amount')).toEqual(['amount', null]);
  });
});

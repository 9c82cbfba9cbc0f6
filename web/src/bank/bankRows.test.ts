import { beforeAll, describe, expect, test } from 'vitest';
import { loadPhrases, t } from '../phrase/index.ts';
import { readBankFile } from './bankFile.ts';
import { bankHeadings, readBankRows } from './bankRows.ts';
import type { BankAnswers, BankMapping } from './bankRows.ts';

beforeAll(() => loadPhrases('en'));

const readAll = (text: string, answers: BankAnswers = {}) => {
  const file = readBankFile(text);
  const { above, mapping } = bankHeadings(file);
  return readBankRows(file, above, mapping, answers);
};
const read = (text: string, answers: BankAnswers = {}) => {
  const reading = readAll(text, answers);
  return (
    reading && {
      rows: reading.rows.map(({ row, problem }) => row ?? problem),
      left: Object.values(reading.left).flat().length,
      closing: reading.closing,
    }
  );
};
const amountsIn = (text: string, answers: BankAnswers = {}) =>
  readAll(text, answers)?.rows.map(({ row, problem }) => row?.amount ?? problem);
const row = (date: string, amount: string, partnerName = '', purpose = '', reference = '') => ({
  date,
  amount,
  partnerName,
  purpose,
  reference,
});
const unread = (column: 'date' | 'amount') =>
  t('bank.unread', { name: t(`bank.column.${column}`) });
const lines = (...texts: readonly string[]): string => texts.join('\n');

describe('a bank’s list', () => {
  test('has income and outgo in columns of their own, notes above and sums below', () => {
    const text = lines(
      '账号：6222 0000,,,,,,',
      '交易日期,交易流水号,对方户名,摘要,借方发生额,贷方发生额,余额',
      '2026-01-05,A1,百川贸易,货款,,"1,200.50",1300.50',
      '2026/1/6,A2,房东,房租,800.00,0.00,500.50',
      '合计,,,,800.00,1200.50,',
    );
    expect(read(text)).toEqual({
      rows: [
        row('2026-01-05', '1200.5', '百川贸易', '货款', 'A1'),
        row('2026-01-06', '-800', '房东', '房租', 'A2'),
      ],
      left: 1,
      closing: '500.5',
    });
  });

  test('has a single amount column with a direction word, newest first', () => {
    const text = lines(
      '日期\t借贷标志\t金额\t余额',
      '20260107\t借\t30\t70',
      '20260106\t贷\t100\t100',
    );
    expect(read(text)).toEqual({
      rows: [row('2026-01-07', '-30'), row('2026-01-06', '100')],
      left: 0,
      closing: '70',
    });
  });

  test('has signed amounts under English headings, and names unreadable amounts', () => {
    const text = lines(
      'Date,Amount,Description,Counterparty',
      '2026-01-05,-12.00,Fee,',
      '2026-01-06,many,?,Cy',
      '2026-01-32,3,,',
      '01/02/2026,4,,',
      '2 rows in all,-9,,',
      '2026-01-01至2026-01-31,-9,,',
    );
    expect(read(text)?.rows).toEqual([
      row('2026-01-05', '-12', '', 'Fee'),
      unread('amount'),
      unread('date'),
      unread('date'),
    ]);
  });

  test('a payment service’s list is read below notes, by direction words, without closed trades', () => {
    const notes = Array.from({ length: 24 }, (_, at) => `导出信息 ${at}`);
    const text = lines(
      ...notes,
      '交易时间,交易对方,商品说明,收/支,金额,交易状态,交易订单号',
      '2026-03-05 10:00:00\t,早餐店,早餐,支出,49.74,交易成功,="2026030522001"\t',
      '2026-03-05 11:00:00\t,买家,货款,收入,88.00,交易成功,2026030522002\t',
      '2026-03-05 12:00:00\t,买家,货款,支出,200.00,交易关闭,2026030522003\t',
      '2026-03-05 13:00:00\t,早餐店,退款,不计收支,10.00,退款成功,2026030522004\t',
    );
    const reading = readAll(text);
    expect(reading?.rows.map(({ row: one }) => one)).toEqual([
      row('2026-03-05', '-49.74', '早餐店', '早餐', '2026030522001'),
      row('2026-03-05', '88', '买家', '货款', '2026030522002'),
    ]);
    expect(reading?.left).toMatchObject({ unsettled: [28], neutral: [29] });
  });

  test('an unknown state of a trade is refused with its word', () => {
    const text = lines('Date,Amount,Status', '2026-01-05,-1,Completed', '2026-01-06,-2,Zzz');
    expect(amountsIn(text)).toEqual(['-1', t('bank.unknownState', { state: 'Zzz' })]);
  });

  test.each(
    'Revoked|Broken|Postponed|Uncompleted|No success|非成功|To be paid|Refund requested|申请退款|退款中|Bookable'.split(
      '|',
    ),
  )('a trade in the unknown state %s is refused', (state) => {
    const text = lines('Date,Amount,Status', '2026-01-05,-1,Settled', `2026-01-06,-2,${state}`);
    expect(amountsIn(text)).toEqual(['-1', t('bank.unknownState', { state })]);
  });

  test.each(
    '交易成功|支付成功|已收钱|对方已收钱|已存入零钱|已全额退款|已退款(￥5.00)|提现已到账|充值完成|已转账|正常|Completed|Payment successful|Partially refunded|PAID|OK|Umsatz gebucht|Paid out|成功 Success'.split(
      '|',
    ),
  )('a trade in state %s moved money', (state) => {
    const text = lines('Date,Amount,Status', '2026-01-05,-1,Settled', `2026-01-06,-2,${state}`);
    expect(amountsIn(text)).toEqual(['-1', '-2']);
  });

  test.each(
    'Unsuccessful|Incomplete|Unpaid|Not settled|Non-booked|未入账|未到账|尚未支付|待入账|不成功'.split(
      '|',
    ),
  )('a trade in state %s moved no money', (state) => {
    const text = lines('Date,Amount,Status', '2026-01-05,-1,Settled', `2026-01-06,-2,${state}`);
    expect(readAll(text)).toMatchObject({ rows: [{ place: 2 }], left: { unsettled: [3] } });
  });

  test('has its partners read from the column 对手名称', () => {
    expect(read(lines('交易日期,对手名称,收入,支出', '20260105,晨光,5,'))?.rows).toEqual([
      row('2026-01-05', '5', '晨光'),
    ]);
  });

  test('is read in German, with semicolons and decimal commas', () => {
    const text = lines(
      'Buchungstag;Verwendungszweck;Betrag;Währung',
      '05.03.2026;Miete;-1.234,56;EUR',
      '06.03.2026;Zins;45,85;EUR',
    );
    expect(read(text)?.rows).toEqual([
      row('2026-03-05', '-1234.56', '', 'Miete'),
      row('2026-03-06', '45.85', '', 'Zins'),
    ]);
  });

  test('reads the days of a sheet from 1900, or from 1904 in a workbook with 1904 dates', () => {
    const text = 'Date,Amount\n46027,+1\n05/13/2026,+2\n';
    expect(readAll(text)?.rows.map(({ row }) => row?.date)).toEqual(['2026-01-05', '2026-05-13']);
    expect(readAll('Date,Amount\n44565,+1', { is1904: true })?.rows[0]?.row?.date).toBe(
      '2026-01-05',
    );
  });

  test('names its partners under 对方, unless another column has their names', () => {
    expect(read(lines('日期,对方,收入,支出', '20260105,晨光,5,'))?.rows).toEqual([
      row('2026-01-05', '5', '晨光'),
    ]);
    expect(read(lines('日期,对方,对方户名,收入', '20260105,6222,晨光,5'))?.rows).toEqual([
      row('2026-01-05', '5', '晨光'),
    ]);
  });

  test('names the column of a refused cell: of two columns of amounts the filled column', () => {
    const shown = readAll(lines('日期,收入,支出', '20260105,,many', '2026-13-05,5,'))?.rows;
    expect(shown?.map(({ place, column }) => [place, column])).toEqual([
      [2, 'outgo'],
      [3, 'date'],
    ]);
  });

  test.each([
    '29-Jan-2026',
    '29 January 2026',
    'Jan 29 2026',
    '20260129103000',
    '29.1.2026',
    '2026年1月29日',
  ])('reads the day %s', (day) =>
    expect(read(`Date,Amount\n"${day}",-1`)?.rows).toEqual([row('2026-01-29', '-1')]),
  );

  test('asks the user for the order of day, month and year in dates like 05.06.26', () => {
    const text = lines('日期,金额', '26.03.05,+1', '26.03.31,+2');
    expect(readAll(text)?.asks.order).toBe('26.03.05');
    expect(read(text)?.rows).toEqual([unread('date'), unread('date')]);
    expect(readAll(text, { order: 'yearFirst' })?.rows.map(({ row }) => row?.date)).toEqual([
      '2026-03-05',
      '2026-03-31',
    ]);
  });

  test('reads days with points in German order below a German heading', () => {
    const text = lines('Buchungstag;Betrag', '05.03.26;-1,00', '06.03.26;+2,00');
    expect(readAll(text)?.asks.order).toBeNull();
    expect(read(text)?.rows).toEqual([row('2026-03-05', '-1'), row('2026-03-06', '2')]);
  });

  test('a day in unknown words is refused, not left out like a note', () => {
    expect(read(lines('Date,Amount', '5 marzo 2026,-1'))?.rows).toEqual([unread('date')]);
    expect(read(lines('Date,Amount,Name', ',-1,Bo'))?.rows).toEqual([unread('date')]);
  });

  test.each([
    ['points', ['05.11.2026', '31.12.2026 10:00', '06.11.2026']],
    ['days first', ['05/11/2026', '31/12/2026', '6/11/2026']],
    ['months first', ['11-05-2026', '12-31-2026', '11-6-2026']],
  ])('has years behind days and months: %s', (_, days) => {
    const text = lines('Date,Amount', ...days.map((day) => `${day},+1`));
    expect(read(text)?.rows).toEqual([
      row('2026-11-05', '1'),
      row('2026-12-31', '1'),
      row('2026-11-06', '1'),
    ]);
  });

  test('is not read where days may be months: the user chooses the order', () => {
    const text = 'Date,Amount\n05/11/2026,-1\n06/11/2026,-1';
    expect(read(text)?.rows).toEqual([unread('date'), unread('date')]);
    expect(readAll(text)?.asks.order).toBe('05/11/2026');
    expect(read(text, { order: 'dayFirst' })?.rows[0]).toEqual(row('2026-11-05', '-1'));
    expect(read('Date,Amount\n31.11.2026,-1')?.rows).toEqual([unread('date')]);
  });

  test('is not read where no order of day and month fits all rows: the user chooses the order', () => {
    const text = 'Date,Amount\n13/04/2026,-1\n04/25/2026,-1';
    expect(read(text)?.rows).toEqual([unread('date'), unread('date')]);
    expect(readAll(text)?.asks.order).toBe('04/25/2026');
    expect(read(text, { order: 'dayFirst' })?.rows).toEqual([
      row('2026-04-13', '-1'),
      unread('date'),
    ]);
  });

  test('is not read where commas may be decimal marks: the user chooses the decimal mark', () => {
    const text = 'Date;Amount\n2026-01-05;-1,234';
    expect(amountsIn(text)).toEqual([t('bank.fault.mark')]);
    expect(readAll(text)?.asks.mark).toBe('-1,234');
    expect(amountsIn(text, { mark: ',' })).toEqual(['-1.234']);
    expect(amountsIn(text, { mark: '.' })).toEqual(['-1234']);
  });

  test('without known headings is read only after the user has chosen the columns', () => {
    const file = readBankFile('when,how much\n2026-01-05,-9');
    const { above, mapping } = bankHeadings(file);
    expect([above, readBankRows(file, above, mapping)]).toEqual([0, null]);
    const said: BankMapping = ['date', 'amount'];
    expect(readBankRows(file, above, said)).toMatchObject({
      left: { undated: [1] },
      rows: [{ place: 2 }],
    });
  });
});

describe('a row wider than its headings', () => {
  const wide = lines('Date,Description,Amount', '2026-03-05,A,-100,50', '2026-03-06,B,-20,');
  const surplus = () => t('table.surplus', { text: '50' });

  test('is refused in a text, where a comma inside an amount splits the cell', () => {
    expect(amountsIn(wide)).toEqual([surplus(), '-20']);
  });

  test('is accepted in a spreadsheet, where cells keep their columns', () => {
    expect(amountsIn(wide, { isSheet: true })).toEqual(['-100', '-20']);
  });
});

test('two amount columns differing only in brackets need the user’s choice', () => {
  const file = readBankFile(
    lines(
      'Date,Description,Amount (USD),Amount (EUR)',
      '2026-03-05,A,-100,-92.50',
      '2026-03-06,B,20,18.40',
    ),
  );
  const { above, mapping } = bankHeadings(file);
  expect([above, readBankRows(file, above, mapping)]).toEqual([0, null]);
  const said: BankMapping = ['date', 'purpose', null, 'amount'];
  expect(readBankRows(file, 1, said)?.rows.map(({ row: one }) => one?.amount)).toEqual([
    '-92.5',
    '18.4',
  ]);
});

describe('an amount', () => {
  test.each([
    ['+100', '100'],
    ['100-', '-100'],
    ['(100)', '-100'],
    ['100 DR', '-100'],
    ['100 CR', '100'],
    ['CNY -100', '-100'],
    ['\u2212100', '-100'],
    ["-1'000", '-1000'],
    ['+100,-', '100'],
    ['-100.-', '-100'],
    ['-1 000.50', '-1000.5'],
  ])('%s is read as %s', (text, amount) =>
    expect(amountsIn(`Date,Amount\n2026-01-05,"${text}"`)).toEqual([amount]),
  );
});

describe('the direction of money', () => {
  const unclear = () => t('bank.fault.direction');

  test('amounts without sign, word, column or balance are refused', () => {
    expect(amountsIn('Date,Amount\n2026-01-05,1\n2026-01-06,2')).toEqual([unclear(), unclear()]);
  });

  test('is not read from a column with an unknown word', () => {
    const text = lines(
      'Date,Type,Amount',
      '2026-01-05,Deposit,100',
      '2026-01-06,Dividend,5',
      '2026-01-07,Direct credit,7',
    );
    expect(amountsIn(text)).toEqual([unclear(), unclear(), unclear()]);
  });

  test.each([
    ['收/支', '收', '支'],
    ['借/贷', '贷', '借'],
    ['收付标志', '收入', '支出'],
    ['往来', '来账', '往账'],
    ['DR/CR', 'CR', 'DR'],
    ['Debit/Credit', 'Credit', 'Debit'],
  ])('the column %s marks the direction by %s and %s', (title, came, went) => {
    const text = lines(`Date,${title},Amount`, `2026-01-05,${came},1`, `2026-01-06,${went},2`);
    expect(amountsIn(text)).toEqual(['1', '-2']);
  });

  test('a refund among payments is money in', () => {
    const text = lines('Date,Debit,Credit', '2026-01-05,250,', '2026-01-06,-40,', '2026-01-07,40,');
    expect(amountsIn(text)).toEqual(['-250', '40', '-40']);
  });

  test('payments all signed minus are money out, and a single signed payment needs a choice', () => {
    const text = lines('Date,Debit,Credit', '2026-01-05,-250,', '2026-01-06,-40,', '2026-01-07,,9');
    expect(amountsIn(text)).toEqual(['-250', '-40', '9']);
    expect(amountsIn(lines('Date,Debit,Credit', '2026-01-06,-40,'))).toEqual([unclear()]);
  });

  test('a payment is money in or out by the sign of the amount or by the balance', () => {
    const typed = (...rows: readonly string[]) =>
      amountsIn(lines('Date,Type,Amount', ...rows.map((one) => `2026-01-05,${one}`)));
    expect(typed('Withdrawal,-5', 'Payment,7', 'Deposit,9')).toEqual(['-5', '7', '9']);
    expect(typed('payment,+100', 'withdrawal,-20')).toEqual(['100', '-20']);
    expect(typed('Payment,7', 'Paid,8')).toEqual([unclear(), unclear()]);
    const text = lines(
      'Date,Type,Amount,Balance',
      '2026-01-05,payment,100,100',
      '2026-01-06,payment,50,150',
    );
    expect(amountsIn(text)).toEqual([unclear(), '50']);
  });

  test.each([
    [
      'words for payments beside both signs',
      ['Debit,-5', 'Debit,7', 'Credit,9'],
      [null, null, '9'],
    ],
    ['a written plus against the word', ['Debit,+5', 'Debit,7', 'Credit,9'], [null, null, '9']],
    ['signs against a known word', ['Debit,5', 'Fee,-2', 'Credit,9'], [null, null, null]],
  ])('rows of unclear direction are refused: %s', (_, rows, amounts) => {
    const text = lines('Date,Type,Amount', ...rows.map((one) => `2026-01-05,${one}`));
    expect(amountsIn(text)).toEqual(amounts.map((amount) => amount ?? unclear()));
  });

  test.each([
    ['CR alone says nothing of amounts without it', ['100', '50 CR', '30'], [null, '50', null]],
    ['a plus alone says nothing of amounts without it', ['100', '+50'], [null, '50']],
    ['DR says that the others came in', ['100', '50 DR', '30'], ['100', '-50', '30']],
    ['a minus says that the others came in', ['100', '-50', '30'], ['100', '-50', '30']],
    ['DR and CR say nothing of a third kind', ['100 CR', '50 DR', '30'], ['100', '-50', null]],
    ['plus and minus say nothing of a third kind', ['+100', '-50', '30'], ['100', '-50', null]],
    ['a sum of nothing marks none', ['100', '+0.00', '-0.00'], [null]],
    ['a minus before CR contradicts it', ['-100 CR', '50 DR'], [null, '-50']],
    ['DR with and without a minus is unclear', ['-100 DR', '50 DR', '5 CR'], [null, null, '5']],
  ])('signs of a single column: %s', (_, texts, amounts) => {
    const text = lines('Date,Amount', ...texts.map((one) => `2026-01-05,${one}`));
    expect(amountsIn(text)).toEqual(amounts.map((amount) => amount ?? unclear()));
  });

  test.each([
    ['100,50 DR', ['-100', '-50']],
    ['100 DR,50 DR', ['-100', '-50']],
    ['100,50 CR', ['-100', null]],
  ])(
    'DR and CR in a column of payments agree with the column, or are unclear: %s',
    (texts, amounts) => {
      const rows = texts.split(',').map((one) => `2026-01-05,${one},`);
      expect(amountsIn(lines('Date,Debit,Credit', ...rows))).toEqual(
        amounts.map((amount) => amount ?? unclear()),
      );
    },
  );

  test('DR and CR beside a word agree with the word, or are unclear', () => {
    const text = lines(
      'Date,Type,Amount',
      '2026-01-05,Debit,100 DR',
      '2026-01-05,Debit,50',
      '2026-01-06,Credit,7 CR',
      '2026-01-06,Credit,8 DR',
    );
    expect(amountsIn(text)).toEqual(['-100', '-50', '7', unclear()]);
  });

  test('a row contradicted by the turned balance is refused', () => {
    const text = lines(
      'Date,Amount,Balance',
      '2026-01-05,+100,100',
      '2026-01-06,-50,150',
      '2026-01-07,-20,130',
    );
    expect(amountsIn(text)).toEqual([unclear(), '50', '-20']);
  });

  test('the first payment in a list with a reversal is money out if a balance confirms its word', () => {
    const list = (...rows: readonly string[]) => lines('日期,收支,金额,余额', ...rows);
    const payments = ['2026-01-05,支出,30,70', '2026-01-06,支出,20,50'];
    expect(amountsIn(list(...payments, '2026-01-06,支出,-30,80'))).toEqual(['-30', '-20', '30']);
    expect(
      amountsIn(list(...payments, '2026-01-06,支出,-30,80', '2026-01-07,收入,50,130')),
    ).toEqual(['-30', '-20', '30', '50']);
    // No row confirms the word beside a number above zero.
    const unconfirmed = list('2026-01-05,支出,30,70', '2026-01-06,支出,-30,100');
    expect(amountsIn(unconfirmed)).toEqual([unclear(), '30']);
  });

  test('a reversal gets its direction from the balance', () => {
    const text = lines(
      '日期,收支,金额,余额',
      '期初余额,,,100',
      '2026-01-05,支出,30,70',
      '2026-01-06,支出,-30,100',
      '2026-01-07,收入,5,105',
    );
    expect(read(text)).toMatchObject({
      rows: [{ amount: '-30' }, { amount: '30' }, { amount: '5' }],
      closing: '105',
    });
  });

  test('the balance alone gives the direction of rows after an opening row', () => {
    const text = lines(
      'Date,Description,Amount,Balance',
      ',Opening balance,,100',
      '2026-01-05,A,30,70',
      '2026-01-06,B,10,80',
    );
    expect(amountsIn(text)).toEqual(['-30', '10']);
  });

  test('both columns filled in one row are refused', () => {
    expect(amountsIn('Date,Debit,Credit\n2026-01-05,5,7')).toEqual([unread('amount')]);
  });
});

describe('the balance', () => {
  test('decides the order of rows within a day, in lists with the newest row first', () => {
    const text = lines(
      'Date,Amount,Balance',
      '2026-01-05,-20,80',
      '2026-01-05,-50,100',
      '2026-01-05,50,150',
    );
    expect(read(text)).toMatchObject({ closing: '80', left: 0 });
    expect(amountsIn(text)).toEqual(['-20', '-50', '50']);
  });

  test('not following from the previous balance is refused with its row', () => {
    const text = lines(
      'Date,Amount,Balance',
      '2026-01-05,+10,110',
      '2026-01-06,-20,90',
      '2026-01-07,-30,61',
      '2026-01-08,-1,60',
    );
    expect(amountsIn(text)).toEqual(['10', '-20', t('bank.fault.balance'), '-1']);
  });

  test('the balance of two rows fitting in either order gives no closing balance', () => {
    const text = lines('Date,Amount,Balance', '2026-01-05,50,150', '2026-01-05,-50,100');
    expect(read(text)).toMatchObject({ closing: null });
  });

  test('is negative when marked DR', () => {
    const text = lines('Date,Amount,Balance', '2026-01-05,-50,30 DR', '2026-01-06,-1,31 DR');
    expect(read(text)?.closing).toBe('-31');
  });
});

describe('OFX', () => {
  const statement = (account: string, ...transactions: readonly string[]): string =>
    `<STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>${account}</BANKACCTFROM><BANKTRANLIST>
${transactions.join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>110,50<DTASOF>20260131</LEDGERBAL></STMTRS></STMTTRNRS>`;
  const first = `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260106120000[+8:CST]<TRNAMT>-40,50<FITID>F2<NAME>Bo &amp; Co<MEMO>Rent</STMTTRN>`;
  const second = `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260105<TRNAMT>50<FITID>F1</STMTTRN>`;

  test('is read by its field names, also with decimal commas', () => {
    expect(read(`OFXHEADER:100\n<OFX>${statement('1', first, second)}</OFX>`)).toEqual({
      rows: [
        row('2026-01-05', '50', '', '', 'F1'),
        row('2026-01-06', '-40.5', 'Bo & Co', 'Rent', 'F2'),
      ],
      left: 0,
      closing: '110.5',
    });
  });

  test('OFX of two accounts is read by the first, and the second is reported', () => {
    const text = `<OFX>${statement('1', first)}${statement('2', second)}</OFX>`;
    expect(amountsIn(text)).toEqual(['-40.5']);
    expect(readBankFile(text)).toMatchObject({ others: 1, currency: 'EUR' });
  });

  test('the sign of an amount gives its direction, whatever the type', () => {
    const reversed = [first.replace('-40,50', '40,50'), second.replace('>50<', '>-50<')];
    expect(amountsIn(`<OFX>${statement('1', ...reversed)}</OFX>`)).toEqual(['-50', '40.5']);
  });
});

describe('OFX in unusual forms', () => {
  const transaction = (amount: string, more = '') =>
    `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260305<TRNAMT>${amount}<FITID>F${more}</STMTTRN>`;
  const file = (...transactions: readonly string[]) =>
    `<OFX><STMTRS><CURDEF>USD<ACCTID>1<BANKTRANLIST>${transactions.join('\n')}</BANKTRANLIST></STMTRS></OFX>`;

  test('a comma before three digits is read like the remaining amounts, or refused', () => {
    expect(amountsIn(file(transaction('-1,234')))).toEqual([unread('amount')]);
    expect(amountsIn(file(transaction('-1,234'), transaction('-50.00')))).toEqual(['-1234', '-50']);
    expect(amountsIn(file(transaction('-1,234'), transaction('50,5')))).toEqual(['-1.234', '50.5']);
    expect(amountsIn(file(transaction('-1.234')))).toEqual(['-1.234']);
  });

  test('an amount in the transaction’s own currency is refused', () => {
    const own = (code: string) => `<CURRENCY><CURRATE>0.9<CURSYM>${code}</CURRENCY>`;
    expect(amountsIn(file(transaction('-5', own('EUR')), transaction('-6', own('USD'))))).toEqual([
      unread('amount'),
      '-6',
    ]);
    const before = '<ORIGCURRENCY><CURRATE>0.9<CURSYM>EUR</ORIGCURRENCY>';
    expect(amountsIn(file(transaction('-5', before)))).toEqual(['-5']);
  });

  test('texts in CDATA are read, and comments are not', () => {
    const named = transaction(
      '-5',
      '<NAME><![CDATA[A & <B>]]></NAME><MEMO><![CDATA[Inv 7]]></MEMO>',
    );
    expect(read(file(named, `<!--${transaction('-9')}-->`))?.rows).toEqual([
      row('2026-03-05', '-5', 'A & <B>', 'Inv 7', 'F'),
    ]);
  });

  test('the latest of several statements gives the balance', () => {
    const statement = (day: string, balance: string) =>
      `<STMTRS><CURDEF>USD<ACCTID>1<LEDGERBAL><BALAMT>${balance}<DTASOF>${day}</LEDGERBAL></STMTRS>`;
    const text = `<OFX>${statement('20260306', '250')}${statement('20260305', '100')}</OFX>`;
    expect(readBankFile(text).closing).toBe('250');
  });
});

describe('OFX without signs', () => {
  const file = (...amounts: readonly string[]): string =>
    `<OFX><STMTRS><CURDEF>EUR<ACCTID>1${amounts
      .map(
        (amount) => `<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20260105<TRNAMT>${amount}<FITID>F</STMTTRN>`,
      )
      .join('')}</STMTRS></OFX>`;

  test('a debit without a minus is refused where no amount of the file has a minus', () => {
    expect(read(file('40.5'))?.rows).toEqual([unread('amount')]);
  });

  test('a debit without a minus is money in where another amount has a minus', () => {
    expect(amountsIn(file('40.5', '-2'))).toEqual(['40.5', '-2']);
  });
});

describe('CAMT.053', () => {
  const entry = (side: string, amount: string, state = 'BOOK', more = ''): string =>
    `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${more}<Sts><Cd>${state}</Cd></Sts>
<BookgDt><Dt>2026-03-05</Dt></BookgDt><AcctSvcrRef>R1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties>
<Dbtr><Pty><Nm>Payer &#38; Co</Nm></Pty></Dbtr><Cdtr><Nm>Landlord</Nm></Cdtr></RltdPties>
<RmtInf><Ustrd>Rent March</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  const statement = (account: string, ...entries: readonly string[]): string =>
    `<Stmt><Acct><Id><IBAN>${account}</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1226.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></Bal>
${entries.join('')}</Stmt>`;
  const text = `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt>${statement('DE1', entry('DBIT', '1234.50'), entry('CRDT', '7'), entry('CRDT', '9', 'PDNG'))}${statement('DE2', entry('CRDT', '1'))}</BkToCstmrStmt></Document>`;

  test('is read by its first account, counting entries of further accounts and unbooked entries', () => {
    expect(read(text)).toEqual({
      rows: [
        row('2026-03-05', '-1234.5', 'Landlord', 'Rent March', 'R1'),
        row('2026-03-05', '7', 'Payer & Co', 'Rent March', 'R1'),
      ],
      left: 0,
      closing: '-1226.50',
    });
    expect(readBankFile(text)).toMatchObject({ currency: 'EUR', others: 2 });
  });

  const own = (...parts: readonly string[]): string =>
    `<BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE1</IBAN></Id><Ccy>EUR</Ccy></Acct>${parts.join('')}</Stmt></BkToCstmrStmt>`;
  const balance = (kind: string, amount: string, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

  test('the latest of several CAMT.053 statements gives the closing balance', () => {
    const day = (on: string, opening: string, closing: string) =>
      own(balance('OPBD', opening, on), balance('CLBD', closing, on));
    const older = day('2026-03-05', '0', '100');
    const newer = day('2026-03-06', '100', '250');
    const again = day('2026-03-06', '250', '260');
    expect(readBankFile(`${newer}${older}`).closing).toBe('250');
    expect(readBankFile(`${again}${newer}${older}`).closing).toBe('260');
  });

  test('texts in CDATA are read, and an entry in a comment is not', () => {
    const named = entry('CRDT', '100').replace('Payer &#38; Co', '<![CDATA[A & B]]>');
    expect(read(own(`<!--${entry('CRDT', '999')}-->`, named))?.rows).toEqual([
      row('2026-03-05', '100', 'A & B', 'Rent March', 'R1'),
    ]);
  });

  test('the statement has the account’s currency, whatever the currency of the first entry', () => {
    const foreign = entry('DBIT', '10').replace('"EUR"', '"USD"');
    const file = readBankFile(
      own(
        balance('OPBD', '0', '2026-03-05'),
        balance('CLBD', '95', '2026-03-05'),
        foreign,
        entry('CRDT', '100'),
      ),
    );
    expect(file).toMatchObject({ currency: 'EUR', others: 1, closing: '95', isBalanced: true });
    expect(file.rows.map(({ cells }) => cells[1])).toEqual(['amount', '100']);
  });

  test('rows not leading from the opening to the closing balance are refused', () => {
    const parts = (closing: string) =>
      own(
        balance('OPBD', '1', '2026-03-05'),
        balance('CLBD', closing, '2026-03-05'),
        entry('CRDT', '100'),
      );
    expect(amountsIn(parts('101'))).toEqual(['100']);
    expect(amountsIn(parts('201'))).toEqual([t('bank.fault.sum')]);
  });

  test('an amount with a comma is refused', () => {
    expect(amountsIn(own(entry('CRDT', '1,500')))).toEqual([unread('amount')]);
  });

  test('may name its elements with a prefix', () => {
    const prefixed = text.replaceAll(/<(\/?)(\w)/g, '<$1ns:$2');
    expect(amountsIn(prefixed)).toEqual(['-1234.5', '7']);
  });
});

describe('dated rows with only a balance', () => {
  const left = (text: string) => {
    const reading = readAll(text);
    return (
      reading && {
        balance: reading.left.balance,
        rows: reading.rows.map(({ row, problem }) => row?.amount ?? problem),
        closing: reading.closing,
      }
    );
  };

  test.each([
    ['期初余额', '期末余额'],
    ['承前', '本期合计'],
    ['Opening balance', 'Closing balance'],
    ['BALANCE BROUGHT FORWARD', 'Balance carried forward'],
    ['Anfangssaldo', 'Endsaldo'],
  ])(
    'named %s and %s are left out, and the first balance gives the directions',
    (opening, closing) => {
      const text = lines(
        'date,description,amount,balance',
        `2026-03-01,${opening},,100`,
        '2026-03-02,a,30,70',
        '2026-03-03,b,50,120',
        `2026-03-31,${closing},,120`,
      );
      expect(left(text)).toEqual({ balance: [2, 5], rows: ['-30', '50'], closing: '120' });
    },
  );

  test('without a description are left out where the neighbouring row has an equal balance', () => {
    const text = lines(
      'date,description,debit,credit,balance',
      '2026-03-01,,,,100',
      '2026-03-02,a,30,,70',
      '2026-03-03,,,,70',
    );
    expect(left(text)).toEqual({ balance: [4], rows: [unread('amount'), '-30'], closing: '70' });
  });
});

describe('dated rows of sums', () => {
  test.each([
    ['期初余额', '期末余额'],
    ['上期结余', '本期合计'],
    ['Opening balance', 'Closing balance:'],
    ['Balance b/f', 'Grand total'],
    ['Anfangssaldo', 'Endsaldo'],
    ['合计', 'Total debits'],
  ])('%s and %s are left out, whatever their amount', (first, last) => {
    const text = lines(
      'Date,Description,Amount',
      `2026-03-01,${first},1000`,
      '2026-03-05,Total Energies,-100',
      '2026-03-06,Balance of invoice 7,20',
      `2026-03-31,${last},920`,
    );
    expect(amountsIn(text)).toEqual(['-100', '20']);
    expect(readAll(text)?.left.balance).toEqual([2, 5]);
  });
});

test('a dated amount named Total, a company or a sum, is refused by row', () => {
  const text = lines('Date,Description,Amount', '2026-03-05,TOTAL,-60.20', '2026-03-06,Rent,-5');
  expect(readAll(text)?.left.balance).toEqual([]);
  expect(readAll(text)?.rows).toMatchObject([
    { place: 2, row: null, column: 'purpose' },
    { place: 3, row: { amount: '-5' } },
  ]);
});

describe('a list of several accounts', () => {
  test('is read by the first account, and rows of further accounts are refused', () => {
    const text = lines(
      'Account,Date,Description,Amount',
      '111,2026-03-05,A,-100',
      '222,2026-03-06,B,-20',
      '111,2026-03-07,B,5',
    );
    expect(amountsIn(text)).toEqual(['-100', t('bank.otherAccount', { account: '222' }), '5']);
  });

  test('the number beside 户名 belongs to the counterparty', () => {
    const text = lines(
      '交易日期,户名,账号,收入,支出',
      '2026-03-05,晨光,111,5,',
      '2026-03-06,百川,222,,7',
    );
    expect(amountsIn(text)).toEqual(['5', '-7']);
  });
});

test('a row with a fee is refused, unless the amount is the net', () => {
  const rows = (amount: string) =>
    amountsIn(
      lines(
        `Date,Description,${amount},Fee`,
        '2026-03-05,A,-10.00,0.50',
        '2026-03-06,B,100.00,0.00',
      ),
    );
  expect(rows('Amount')).toEqual([t('bank.fault.fee', { fee: '0.50' }), '100']);
  expect(rows('Net')).toEqual(['-10', '100']);
});

test('a day of six digits with an amount is refused', () => {
  expect(amountsIn(lines('Date,Description,Amount', '260305,A,-100'))).toEqual([unread('date')]);
});

test('a currency code beside an amount decides the currency of the row', () => {
  const text = lines(
    'Date,Amount',
    '2026-03-05,-100.00USD',
    '2026-03-06,5.00 EUR',
    '2026-03-07,USD 7',
  );
  expect(amountsIn(text)).toEqual(['-100', t('bank.otherCurrency', { currency: 'EUR' }), '7']);
});

describe('a currency column', () => {
  test('with a name of several currencies leaves the choice to the user', () => {
    const text = lines('日期,金额,币种', '2026-03-01,+5,卢布', '2026-03-02,-6,卢布');
    expect(readAll(text)?.currency).toBe('卢布');
    expect(amountsIn(text)).toEqual(['5', '-6']);
  });

  test('takes the code of a row for the sign of further rows', () => {
    const text = lines('日期,金额,币种', '2026-03-01,+5,￥', '2026-03-02,-6,CNY', '2026-03-03,7,$');
    expect(readAll(text)?.currency).toBe('CNY');
    expect(amountsIn(text)).toEqual(['5', '-6', t('bank.otherCurrency', { currency: '$' })]);
  });
});

describe('the currency of a bank list', () => {
  test.each([
    ['Amount (USD)', 'USD'],
    ['金额(美元)', 'USD'],
    ['Amount (€)', 'EUR'],
    ['Amount (£)', '£'],
    ['金额（元）', '元'],
    ['Amount', ''],
  ])('is read from the heading %s', (title, currency) => {
    const text = lines(`Date,${title}`, '2026-03-01,+5', '2026-03-02,-6');
    expect(readAll(text)?.currency).toBe(currency);
    expect(amountsIn(text)).toEqual(['5', '-6']);
  });

  test('is read from the signs beside amounts, and rows in another currency are refused', () => {
    const text = lines('Date,Amount', '2026-03-01,-$5', '2026-03-02,-€6', '2026-03-03,-US$7');
    expect(readAll(text)?.currency).toBe('EUR');
    const dollars = lines('Date,Amount', '2026-03-01,-$5', '2026-03-02,-£6');
    expect(readAll(dollars)?.currency).toBe('$');
    expect(amountsIn(dollars)).toEqual(['-5', t('bank.otherCurrency', { currency: '£' })]);
  });

  test('contradicted beside an amount refuses the row', () => {
    const text = lines('日期,金额,币种', '2026-03-01,+5,CNY', '2026-03-02,-7 EUR,CNY');
    expect(amountsIn(text)).toEqual(['5', t('bank.otherCurrency', { currency: 'EUR' })]);
  });
});

test('amounts below a chosen heading with a unit are refused', () => {
  const file = readBankFile(lines('日期,金额(万元)', '2026-03-01,-5'));
  expect(readBankRows(file, 1, ['date', 'amount'])?.rows).toMatchObject([
    { place: 2, row: null, column: 'amount', problem: t('import.unread', { name: '金额(万元)' }) },
  ]);
});

test('the second of two DR/CR columns belongs to the balance', () => {
  const text = lines(
    'Date,Details,Amount,Dr/Cr,Balance,Dr/Cr',
    '2026-03-05,A,100.00,DR,100.00,DR',
    '2026-03-06,B,150.00,CR,50.00,CR',
  );
  expect(read(text)).toMatchObject({
    rows: [{ amount: '-100' }, { amount: '150' }],
    closing: '50',
  });
});

test('a second column DR/CR apart from the balance does not mark the balance', () => {
  const text = lines(
    'Date,Type,CR/DR,Amount,Balance',
    '2026-03-05,Credit,CR,100,100',
    '2026-03-06,Debit,DR,30,70',
  );
  expect(read(text)).toMatchObject({ rows: [{ amount: '100' }, { amount: '-30' }], closing: '70' });
});

test.each(['paid <OFX> fee', '<BkToCstmrStmt> fee'])(
  'a list with the text %s is not mistaken for a bank message',
  (purpose) => {
    const text = `Date,Description,Amount\n2026-03-05,${purpose},-100`;
    expect(readBankFile(text)).toMatchObject({ isMessage: false });
  },
);

test('texts with breaks, and texts cut inside a surrogate pair, become a single line', () => {
  const long = `${'x'.repeat(498)}😀y`;
  const text = `Date,Description,Amount\n2026-03-05,"line1\nline2",-100\n2026-03-06,${long},-1`;
  const rows = readAll(text)?.rows.map(({ row: made }) => made?.purpose);
  expect(rows).toEqual(['line1 line2', `${'x'.repeat(498)}…`]);
});

// Columns of bank and payment service lists, with their words for the direction of money.
import { CURRENCY_TITLES, normalizeTitle } from '@tradehouse/domain';
import type { ColumnTitles } from '@tradehouse/domain';

export const bankColumns = [
  'date',
  'amount',
  'income',
  'outgo',
  'way',
  'balance',
  'balanceWay',
  'partner',
  'payer',
  'payee',
  'purpose',
  'reference',
  'currency',
  'account',
  'fee',
  'state',
] as const;
export type BankColumn = (typeof bankColumns)[number];

const WAY =
  /^(借贷标志|借贷标记|借贷方向|借贷状态|借贷|收支|收支标志|收支类型|收支方向|收付|收付标志|收付方向|往来|往来标志|资金方向|交易方向|方向|drcr|crdr|dc|cd|type|transactiontype|direction|debitcredit|creditdebit|debitcreditindicator|creditdebitindicator|sollhaben|sh|afbij)$/;

/** Column titles of banks in China and elsewhere; earlier patterns win over later ones. */
const bankTitles: ColumnTitles<BankColumn> = {
  date: [
    /^(交易日期?|交易时间|交易日期时间|交易创建时间|记账日期?|记账时间|入账日期?|入账时间|日期|时间|transactiondate|bookingdate|posteddate|postingdate|datetime|date|buchungstag|buchungsdatum|datum|dateopération|datedelopération|datedecomptabilisation)$/,
    /^(bokföringsda(g|tum)|bokförd|transaktionsda(g|tum)|dato|bokførtdato|bokføringsdato)$/,
    /^(bogført|bogføringsdato|transactiedatum|boekdatum|data|data(operacji|transakcji|księgowania))$/,
    /^(tarih|i\u0307?şlemtarihi|发生时间|动账时间|资金变动时间)$/,
    /^(起息日|valuedate|valuta|wertstellung|datedevaleur|completeddate|starteddate|created|createdutc)$/,
    /^(valutadag|rentedato|rentedatum|datawaluty)$/,
  ],
  // Booked amounts come before amounts paid in another currency.
  income: [
    /^记账金额收入$/,
    /^(金额|发生额|amount)?(收入|收款|贷方|贷|存入|转入|入账|credits?|deposits?|paidin|moneyin|haben|gutschrift|crédit|insättning(ar)?|inn|innpåkonto|indbetaling|bij|uznania?|wpływy?|alacak)(发生额|发生金额|交易额|金额|amount)?元?$/,
  ],
  outgo: [
    /^记账金额支出$/,
    /^(金额|发生额|amount)?(支出|付款|借方|借|支取|转出|出账|debits?|withdrawals?|paidout|moneyout|soll|lastschrift|belastung|débit|uttag|ut|utfrakonto|udbetaling|af|obciążenia?|wydatki|borç)(发生额|发生金额|交易额|金额|amount)?元?$/,
  ],
  way: WAY,
  // A payment service deducts its fee: the net amount reached the account.
  amount: [
    /^(net|netamount|netto|nettobetrag)$/,
    /^(金额|交易金额|发生额|发生金额|收支金额|amount|transactionamount|betrag|umsatz|montant|belopp|transaktionsbelopp|beløp|beløb|bedrag|transactiebedrag|kwota|kwota(operacji|transakcji)|tutar|i\u0307?şlemtutarı)$/,
  ],
  balance:
    /^(余额|账户余额|账户结余|当前余额|本次余额|联机余额|交易后余额|balance|runningbalance|runningbal|closingbalance|balanceafter|accountbalance|saldo|bokförtsaldo|saldonatrn|saldonamutatie|saldopo(operacji|transakcji)|bakiye|kontostand|solde)$/,
  // A second column of this name stands behind the balance.
  balanceWay: [/^(余额方向|余额借贷(方向|标志)?|balancedrcr)$/, WAY],
  partner: [
    /^(对方户名|对方名称|对方账户名称?|对方账号名称|对方单位名?称?|对方姓名|对手名称|对手户名|对手方名称?|交易对手名?称?|交易对方名?称?|收付款人名?称?|收付方名称|户名|counterparty|counterpartyname|beneficiary|beneficiaryname|name|namn|navn|naam|partner|merchant|empfänger|auftraggeber|beguenstigterzahlungspflichtiger|begünstigterzahlungspflichtiger|zahlungsbeteiligter|namezahlungsbeteiligter|auftraggeberempfänger|auftraggeberbegünstigter|naamomschrijving|naamtegenpartij|nadawcaodbiorca|odbiorcanadawca|kontrahent|danekontrahenta)$/,
    // A list with a separate name column has the account number here.
    /^(对方|交易对象|对象)$/,
  ],
  payer: [
    /^(付款人(名称?|户名)?|付款方(名称)?|payer|payername)$/,
    /^(avsändare|avsender|afsender|nadawca)$/,
  ],
  payee: [
    /^(收款人(名称?|户名)?|收款方(名称)?|payee|payeename)$/,
    /^(mottagare|mottaker|modtager|odbiorca)$/,
  ],
  purpose: [
    /^(摘要|用途|附言|交易摘要|交易附言|商品|商品说明|商品名称|description|narration|narrative|purpose|reference\/?description|verwendungszweck|libellé|beskrivning|beskrivelse|forklaring|omschrijving|omschrijving1|mededelingen|opis|opis(operacji|transakcji)|tytuł|tytułoperacji|açıklama)$/,
    /^(备注|交易备注|memo|notes?|details|particulars|paymentreference|avisierungstext|transactiondescription|buchungstext)$/,
    /^(rubrik|meddelande|melding|tekst|text)$/,
  ],
  reference: [
    /^(流水号|交易流水号?|交易流水|核心流水号|业务流水号|账务流水号|交易单号|交易订单号|交易号|参考号|凭证号码?|fitid|reference|referenceno|referencenumber|transactionid|bankreference|kundenreferenz|référence|referens|referanse|volgnr|dekontno)$/,
    /^(transaktionscode|id|refno|refnochequeno|chqrefnumber|商户单号|商家订单号|订单号)$/,
  ],
  currency: [/^(记账币种|账户币种)$/, new RegExp(`^(${CURRENCY_TITLES})$`)],
  account:
    /^(账号|账户|本方账号|本方账户|我方账号|银行账号|卡号|交易账号|查询账号|账户号码?|account|accountno|accountnumber|accountid|kontonummer|auftragskonto|ibanbban|rekening|rekeningnummer|numerkonta)$/,
  fee: /^(手续费|服务费|交易手续费|fees?|feeamount|commission|gebühr|gebühren|frais)元?$/,
  state: [/^(交易状态|当前状态|状态|资金状态|status|state|transactionstatus)$/],
};

/** Titles whose neighbouring words change their meaning in a list. */
const dialects: readonly (readonly [names: RegExp, titles: Partial<ColumnTitles<BankColumn>>])[] = [
  // The Sparkasse states in column Info if a row is booked; other banks write remarks.
  [/^auftragskonto$/, { state: [bankTitles.state, /^info$/].flat() }],
  // American Express writes spending positive, and payments to the card negative.
  [/^appearsonyourstatementas$/, { amount: /^$/, outgo: /^amount$/ }],
  // Valuta is a currency in the north, and the day of value in German lists.
  [/^(belopp|beløp|beløb)$/, { currency: [bankTitles.currency, /^valuta$/].flat() }],
];

/** Titles of a bank list, by words of its headings. */
export function bankTitlesFor(cells: readonly (readonly string[])[]): ColumnTitles<BankColumn> {
  const words = new Set(cells.flatMap((row) => row.map(normalizeTitle)));
  return dialects.reduce(
    (titles, [names, own]) =>
      [...words].some((word) => names.test(word)) ? { ...titles, ...own } : titles,
    bankTitles,
  );
}

const SUM_ROW =
  /^(([上本][期月年日页]|期初|期末|月初|月末|年初|年末|日终|当日)(余额|结余)|([本当][期月年日页])?(合计|总计|小计|累计)|承前页?|过次页|(opening|closing|beginning|ending|starting|final|initial|previous|statement|ledger) balance|balance (brought|carried) (forward|down)|balance [bc]\/?[fd]|[bc]\/[fd]|(brought|carried) forward|(grand |sub-? ?)?total( (debits?|credits?|amount|withdrawals|deposits|in|out|payments|receipts))?|sum|anfangssaldo|endsaldo|schlusssaldo|alter saldo|neuer saldo|saldovortrag|summe|zwischensumme|ancien solde|nouveau solde|solde (initial|final|précédent)|(ingående|utgående|inngående) saldo|(begin|eind)saldo|saldo (początkowe|końcowe))$/i;

/** Tests for a text naming only a balance or sum; payments may name either among other words. */
export const isSumText = (text: string): boolean =>
  SUM_ROW.test(
    text
      .normalize('NFKC')
      .replaceAll(/\s+/g, ' ')
      .replace(/[:：.]$/, '')
      .trim(),
  );

/** Tests for a name of sums and of companies: dated, with an amount, neither is certain. */
export const isNameOfSum = (text: string): boolean => /^(total|sum)$/i.test(text.trim());

export type MoneyDirection = 'in' | 'out' | 'neutral';

const toDirectionEntries = (way: MoneyDirection, list: string) =>
  list.split('|').map((word) => [word, way] as const);
const wayByWord: ReadonlyMap<string, MoneyDirection> = new Map([
  ...toDirectionEntries('in', '收|收入|收款|贷|贷方|贷记|入|进|入账|转入|存|存入|来|来账|+'),
  ...toDirectionEntries(
    'in',
    'cr|c|crdt|credit|in|deposit|income|incoming|received|h|haben|gutschrift|crédit|bij',
  ),
  ...toDirectionEntries('out', '支|支出|付|付款|借|借方|借记|出|出账|转出|取|支取|往|往账|-'),
  // A payment may be a receipt, so `payment` and `paid` say nothing.
  ...toDirectionEntries(
    'out',
    'dr|d|dbit|debit|out|withdrawal|expense|outgoing|s|soll|lastschrift|débit|af',
  ),
  ...toDirectionEntries('neutral', '其他|其它|不计收支|不计|中性交易|/|neutral'),
]);

/** Direction stated by a word; undefined if unlisted. */
export const directionFromWord = (word: string): MoneyDirection | undefined =>
  wayByWord.get(word.normalize('NFKC').trim().toLowerCase());

const CLOSED =
  /关闭|失败|撤销|取消|撤单|作废|待|处理中|^未|未(入账|到账|成功|完成|支付)|不成功|[不非]正常|clos|fail|cancel|revert|denied|declin|reject|void|vorgemerkt|storniert|ausstehend|abgelehnt|pending|await|incomplet|abnormal|\b(not|non|nicht)\b|\bun-?(success|paid|settl|clear|post|book|execut|gebucht)/i;
/** Chinese words of finished trades, beside meaningless words. */
const CHINESE_DONE =
  /^(?:交易|支付|付款|收款|转账|汇款|充值|提现|还款|对方|朋友|零钱通?)*(?:成功|完成|正常|收钱|入账|到账|退款|已(?:全额|部分)?(?:收[钱款讫]?|付[款讫]?|支付|存入?|转[账入出]?|退[款还]?|完成|入账|到账))+(?:零钱通?)?$/;
const DONE_WORDS = new Set(
  (
    'complete|completed|completado|completada|success|successful|successfully|post|posted|settled|' +
    'book|booked|cleared|paid|ok|normal|final|executed|refund|refunded|gebucht|abgeschlossen|' +
    'udført|utfört|utført'
  ).split('|'),
);
/** Meaningless words beside a word of a finished trade. */
const BESIDE_DONE = new Set(
  'payment|transaction|transfer|trade|order|fully|partially|out|umsatz|元'.split('|'),
);

/** Money moved, did not, or the state has a word in no list. */
export function isSettledState(state: string): boolean | undefined {
  if (CLOSED.test(state)) return false;
  const words = state.toLowerCase().match(/\p{Script=Han}+|[^\P{L}\p{Script=Han}]+/gu) ?? [];
  const telling = words.filter((word) => !BESIDE_DONE.has(word));
  const isDone =
    telling.length > 0 && telling.every((word) => DONE_WORDS.has(word) || CHINESE_DONE.test(word));
  return state.trim() === '' || isDone ? true : undefined;
}

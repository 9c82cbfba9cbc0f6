// For tests only: lists of banks and payment services elsewhere, as their web pages and programs write them.
import { encodeText, textLines } from '@tradehouse/domain/testing';
import type { FileCase } from './testReadings.ts';

const unclear = 'In or out is unclear: no column of directions, no sign and no balance tells it';

export const foreignBanks: readonly FileCase[] = [
  {
    source: 'HSBC UK, no headings at all',
    content: () =>
      encodeText(textLines('05/03/2026,TESCO,-49.74', '06/03/2026,PAYROLL,"1,200.50"')),
    expected: ['refused: no headings'],
  },
  {
    source: 'HSBCnet, ISO days, debits below zero in a column of their own',
    content: () =>
      encodeText(
        textLines(
          'Account name,Account number,Bank name,Currency,Location,Closing ledger balance,Bank reference,Narrative,Customer reference,TRN type,Value date,Credit amount,Debit amount,Balance,Time,Post date',
          'TEST LTD,123-456,HSBC HK,HKD,Hong Kong,"2,038.26",H1,OFFICE RENT,NONREF,TRANSFER,2026-03-05,,-49.74,"1,950.26",10:11,2026-03-05',
          'TEST LTD,123-456,HSBC HK,HKD,Hong Kong,"2,038.26",H3,FEE,NONREF,TRANSFER,2026-03-05,,-9.90,"1,940.36",10:11,2026-03-05',
          'TEST LTD,123-456,HSBC HK,HKD,Hong Kong,"2,038.26",H2,GOODS,NONREF,CREDIT,2026-03-06,97.90,,"2,038.26",09:00,2026-03-06',
        ),
      ),
    expected: [
      '2026-03-05 | -49.74 |  | OFFICE RENT | H1',
      '2026-03-05 | -9.9 |  | FEE | H3',
      '2026-03-06 | 97.9 |  | GOODS | H2',
      'in HKD',
      'closing 2038.26',
    ],
  },
  {
    source: 'DBS, five lines of notes, blanks for nothing, months by their names',
    content: () =>
      encodeText(
        textLines(
          'Account Details For:,"DBS Current Account 123-456789-0"',
          'Statement as at:,31 Mar 2026',
          'Available Balance:,"2,038.26"',
          'Ledger Balance:,"2,038.26"',
          '',
          'Transaction Date,Reference,Debit Amount,Credit Amount,Transaction Ref1,Transaction Ref2,Transaction Ref3',
          '06 Mar 2026,ICT, ,88.00,BAICHUAN,GOODS,',
          '05 Mar 2026,POS,49.74, ,MEITUAN,LUNCH,',
        ),
      ),
    expected: ['2026-03-06 | 88 |  |  | ICT', '2026-03-05 | -49.74 |  |  | POS'],
  },
  {
    source: 'Deutsche Bank, Windows-1252, semicolons, decimal commas, Soll and Haben',
    content: () =>
      encodeText(
        textLines(
          'Umsätze Girokonto;;;;;Kundennummer: 100 1234567',
          '01.03.2026 - 31.03.2026',
          'Letzter Kontostand;;;;1.287,01;EUR',
          'Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.',
          'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung',
          '05.03.2026;05.03.2026;SEPA-Lastschrift;Café Müller;Rechnung 12;DE12;DEUTDEFF;R12;M1;;;-49,74;;;;-49,74;;EUR',
          '06.03.2026;06.03.2026;SEPA-Gutschrift;Baichuan;Ware;DE13;DEUTDEFF;R13;;;;1.234,56;;;;;1.234,56;EUR',
          'Kontostand;31.03.2026;;;1.287,01;EUR',
        ),
        'windows-1252',
      ),
    expected: [
      '2026-03-05 | -49.74 | Café Müller | Rechnung 12 | R12',
      '2026-03-06 | 1234.56 | Baichuan | Ware | R13',
      'undated: 8',
      'in EUR',
    ],
  },
  {
    source: 'Sparkasse, Windows-1252, years of two digits, one row that is not booked',
    content: () =>
      encodeText(
        textLines(
          '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"',
          '"DE1";"06.03.26";"06.03.26";"KARTENZAHLUNG";"Bäcker";"Bäckerei Groß";"DE2";"X";"-9,90";"EUR";"Umsatz vorgemerkt und nicht gebucht"',
          '"DE1";"05.03.26";"05.03.26";"LASTSCHRIFT";"Miete März";"Hausverwaltung";"DE3";"X";"-1.000,00";"EUR";"Umsatz gebucht"',
        ),
        'windows-1252',
      ),
    expected: ['2026-03-05 | -1000 | Hausverwaltung | Miete März | ', 'unsettled: 2', 'in EUR'],
  },
  {
    source: 'Sparkasse, a row that is only noted',
    content: () =>
      encodeText(
        textLines(
          '"Auftragskonto";"Buchungstag";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Betrag";"Waehrung";"Info"',
          '"DE1";"05.03.26";"x";"Abc";"-10,00";"EUR";"Umsatz gebucht"',
          '"DE1";"06.03.26";"y";"Def";"12,50";"EUR";"Umsatz vorgemerkt"',
        ),
      ),
    expected: ['2026-03-05 | -10 | Abc | x | ', 'unsettled: 3', 'in EUR'],
  },
  {
    source: 'a bank with remarks in its column Info, which say no state',
    content: () =>
      encodeText(
        textLines('Buchungstag;Betrag;Info', '05.03.26;-10,00;Rechnung 5', '06.03.26;12,50;Miete'),
      ),
    expected: ['2026-03-05 | -10 |  |  | ', '2026-03-06 | 12.5 |  |  | '],
  },
  {
    source: 'N26, UTF-8, quoted, two columns of amounts',
    content: () =>
      encodeText(
        textLines(
          '"Date","Payee","Account number","Transaction type","Payment reference","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"',
          '"2026-03-05","Café Müller","","MasterCard Payment","","-49.74","-54.20","USD","1.0897"',
          '"2026-03-06","Baichuan","DE13","Income","Goods","1234.5","","",""',
        ),
      ),
    expected: [
      '2026-03-05 | -49.74 | Café Müller |  | ',
      '2026-03-06 | 1234.5 | Baichuan | Goods | ',
      'in EUR',
    ],
  },
  {
    source: 'Revolut, a fee beside the amount, reverted and pending rows',
    content: () =>
      encodeText(
        textLines(
          'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
          'TOPUP,Current,2026-03-04 08:00:00,2026-03-04 08:00:01,Top-up,100.00,0.00,EUR,COMPLETED,100.00',
          'CARD_PAYMENT,Current,2026-03-05 09:00:00,2026-03-05 10:00:00,Tesco,-49.74,0.00,EUR,COMPLETED,50.26',
          'TRANSFER,Current,2026-03-06 09:00:00,2026-03-06 09:00:01,Abroad,-20.00,0.50,EUR,COMPLETED,29.76',
          'CARD_PAYMENT,Current,2026-03-07 09:00:00,,Shop,-5.00,0.00,EUR,REVERTED,',
          'CARD_PAYMENT,Current,2026-03-08 09:00:00,,Shop,-6.00,0.00,EUR,PENDING,',
        ),
      ),
    expected: [
      '2026-03-04 | 100 |  | Top-up | ',
      '2026-03-05 | -49.74 |  | Tesco | ',
      '4 refused: Does not agree with the balance',
      'unsettled: 5, 6',
      'in EUR',
      'closing 29.76',
    ],
  },
  {
    source: 'Wise, days first with dashes, newest first',
    content: () =>
      encodeText(
        textLines(
          '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Payer Name","Payee Name",Merchant',
          'CARD-2,15-03-2026,-9.90,EUR,"Card transaction",,40.36,,,Tesco',
          'TRANSFER-1,05-03-2026,50.26,EUR,"Received money",INV1,50.26,Baichuan,,',
        ),
      ),
    expected: [
      '2026-03-15 | -9.9 | Tesco | Card transaction | ',
      '2026-03-05 | 50.26 | Baichuan | Received money | ',
      'in EUR',
      'closing 40.36',
    ],
  },
  {
    source: 'PayPal, UTF-8 with its mark, quoted thousands, gross, fee and net',
    content: () =>
      encodeText(
        textLines(
          '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","From Email Address","Transaction ID","Balance"',
          '"03/15/2026","10:11:12","PST","Ada","Express Checkout Payment","Completed","USD","1,234.50","-36.10","1,198.40","a@example.com","9AB1","1,198.40"',
          '"03/16/2026","10:11:12","PST","","General Withdrawal","Completed","USD","-1,000.00","0.00","-1,000.00","","9AB2","198.40"',
          '"03/17/2026","10:11:12","PST","Bob","Express Checkout Payment","Denied","USD","10.00","0.00","10.00","b@example.com","9AB3","198.40"',
        ),
        'utf-8-bom',
      ),
    expected: [
      '2026-03-15 | 1198.4 | Ada |  | 9AB1',
      '2026-03-16 | -1000 |  |  | 9AB2',
      'unsettled: 4',
      'in USD',
      'closing 198.4',
    ],
  },
  {
    source: 'Stripe balance, amount, fee and net',
    content: () =>
      encodeText(
        textLines(
          'id,Type,Source,Amount,Fee,Net,Currency,Created (UTC),Available On (UTC),Description',
          'txn_1,charge,ch_1,100.00,3.20,96.80,eur,2026-03-05 10:11,2026-03-12 00:00,Order 1',
          'txn_2,payout,po_1,-96.80,0.00,-96.80,eur,2026-03-12 00:00,2026-03-12 00:00,STRIPE PAYOUT',
        ),
      ),
    expected: [
      '2026-03-05 | 96.8 |  | Order 1 | txn_1',
      '2026-03-12 | -96.8 |  | STRIPE PAYOUT | txn_2',
      'in EUR',
    ],
  },
  {
    source: 'Chase, signed amounts, rows one comma longer than the headings, newest first',
    content: () =>
      encodeText(
        textLines(
          'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #',
          'CREDIT,03/15/2026,"BAICHUAN",88.00,ACH_CREDIT,2038.26,,',
          'DEBIT,03/05/2026,"UBER, TRIP",-49.74,ACH_DEBIT,1950.26,,',
        ),
      ),
    expected: [
      '2026-03-15 | 88 |  | BAICHUAN | ',
      '2026-03-05 | -49.74 |  | UBER, TRIP | ',
      'closing 2038.26',
    ],
  },
  {
    source: 'Bank of America, a summary above, a dated row for the beginning balance',
    content: () =>
      encodeText(
        textLines(
          'Description,,Summary Amt.',
          'Beginning balance as of 03/01/2026,,"2,000.00"',
          'Total credits,,"88.00"',
          'Total debits,,"-49.74"',
          'Ending balance as of 03/31/2026,,"2,038.26"',
          '',
          'Date,Description,Amount,Running Bal.',
          '03/01/2026,Beginning balance as of 03/01/2026,,"2,000.00"',
          '03/05/2026,"UBER","-49.74","1,950.26"',
          '03/15/2026,"BAICHUAN","88.00","2,038.26"',
        ),
      ),
    expected: [
      '2026-03-05 | -49.74 |  | UBER | ',
      '2026-03-15 | 88 |  | BAICHUAN | ',
      'balance: 8',
      'closing 2038.26',
    ],
  },
  {
    source: 'Lloyds, debit and credit, days first, newest first',
    content: () =>
      encodeText(
        textLines(
          'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance',
          "15/03/2026,FPI,'30-00-00,12345678,BAICHUAN,,88.00,2038.26",
          "05/03/2026,DEB,'30-00-00,12345678,TESCO,49.74,,1950.26",
        ),
      ),
    expected: [
      '2026-03-15 | 88 |  | BAICHUAN | ',
      '2026-03-05 | -49.74 |  | TESCO | ',
      'closing 2038.26',
    ],
  },
  {
    source: 'Nationwide, Windows-1252, £ before amounts, paid out and paid in',
    content: () =>
      encodeText(
        textLines(
          '"Account Name:","FlexAccount ****12345"',
          '"Account Balance:","£2038.26"',
          '"Available Balance: ","£2038.26"',
          '',
          '"Date","Transaction type","Description","Paid out","Paid in","Balance"',
          '"05 Mar 2026","Visa purchase","TESCO","£49.74","","£1950.26"',
          '"06 Mar 2026","Bank credit","BAICHUAN","","£88.00","£2038.26"',
        ),
        'windows-1252',
      ),
    expected: [
      '2026-03-05 | -49.74 |  | TESCO | ',
      '2026-03-06 | 88 |  | BAICHUAN | ',
      'in £',
      'closing 2038.26',
    ],
  },
  {
    source: 'Monzo, money out and money in below zero and above',
    content: () =>
      encodeText(
        textLines(
          'Transaction ID,Date,Time,Type,Name,Amount,Currency,Money Out,Money In',
          'tx_1,05/03/2026,10:11:12,Card payment,Tesco,-49.74,GBP,-49.74,',
          'tx_2,15/03/2026,09:00:00,Faster payment,Baichuan,88.00,GBP,,88.00',
          'tx_3,16/03/2026,09:00:00,Card payment,Tesco,-9.90,GBP,-9.90,',
        ),
      ),
    expected: [
      '2026-03-05 | -49.74 | Tesco |  | tx_1',
      '2026-03-15 | 88 | Baichuan |  | tx_2',
      '2026-03-16 | -9.9 | Tesco |  | tx_3',
      'in GBP',
    ],
  },
  {
    source: 'PostFinance, semicolons, apostrophes between thousands, a currency in the headings',
    content: () =>
      encodeText(
        textLines(
          'Datum von:;2026-03-01',
          'Datum bis:;2026-03-31',
          'Währung:;CHF',
          'Buchungsdatum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Saldo in CHF',
          "05.03.2026;Miete März;;-1'234.50;05.03.2026;8'765.50",
          "06.03.2026;Strom;;-100.00;06.03.2026;8'665.50",
          "06.03.2026;Ware;2'000.00;;06.03.2026;10'665.50",
        ),
      ),
    expected: [
      '2026-03-05 | -1234.5 |  | Miete März | ',
      '2026-03-06 | -100 |  | Strom | ',
      '2026-03-06 | 2000 |  | Ware | ',
      'in CHF',
      'closing 10665.5',
    ],
  },
  {
    source: 'HDFC, lakhs, the day first',
    content: () =>
      encodeText(
        textLines(
          'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance',
          '05/03/2026,RENT,05/03/2026,"1,23,456.00",0.00,0000012345,"8,76,544.00"',
          '25/03/2026,GOODS,25/03/2026,0.00,"10,00,000.50",0000012346,"18,76,544.50"',
        ),
      ),
    expected: [
      '2026-03-05 | -123456 |  | RENT | 0000012345',
      '2026-03-25 | 1000000.5 |  | GOODS | 0000012346',
      'closing 1876544.5',
    ],
  },
  {
    source: 'SBI, tabs, months by their names, DR and CR behind the balance',
    content: () =>
      encodeText(
        textLines(
          'Txn Date\tValue Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance',
          '5 Mar 2026\t5 Mar 2026\tTO TRANSFER\tR1\t49.74\t \t1,950.26 CR',
          '6 Mar 2026\t6 Mar 2026\tBY TRANSFER\tR2\t \t88.00\t2,038.26 CR',
        ),
      ),
    expected: [
      '2026-03-05 | -49.74 |  | TO TRANSFER | R1',
      '2026-03-06 | 88 |  | BY TRANSFER | R2',
      'closing 2038.26',
    ],
  },
  {
    source: 'a list with DR and CR behind the amounts',
    content: () =>
      encodeText(
        textLines(
          'Date,Particulars,Amount(INR)',
          '2026-03-05,RENT,"1,234.50 Dr"',
          '2026-03-06,GOODS,88.00 Cr',
        ),
      ),
    expected: ['2026-03-05 | -1234.5 |  | RENT | ', '2026-03-06 | 88 |  | GOODS | ', 'in INR'],
  },
  {
    source: 'a list of SAP, the minus behind the amounts',
    content: () =>
      encodeText(
        textLines(
          'Posting Date;Amount;Text',
          '05.03.2026;1.234,50-;Rent',
          '06.03.2026;88,00;Goods',
        ),
      ),
    expected: ['2026-03-05 | -1234.5 |  | Rent | ', '2026-03-06 | 88 |  | Goods | '],
  },
  {
    source: 'a list of an accounting program, brackets around payments',
    content: () =>
      encodeText(
        textLines(
          'Date,Description,Amount',
          '2026-03-05,Rent,"(1,234.50)"',
          '2026-03-06,Goods,$88.00',
        ),
      ),
    expected: ['2026-03-05 | -1234.5 |  | Rent | ', '2026-03-06 | 88 |  | Goods | ', 'in $'],
  },
  {
    source: 'SEB, the minus of mathematics, blanks between thousands',
    content: () =>
      encodeText(
        textLines(
          'Bookingdate;Description;Amount;Balance',
          '2026-03-05;Hyra;−1\u00a0234,50;765,50',
          '2026-03-06;Vara;88,00;853,50',
        ).replace('Bookingdate', 'Booking date'),
      ),
    expected: [
      '2026-03-05 | -1234.5 |  | Hyra | ',
      '2026-03-06 | 88 |  | Vara | ',
      'closing 853.5',
    ],
  },
  {
    source: 'Nordea in Sweden, the currency under Valuta, newest first',
    content: () =>
      encodeText(
        textLines(
          'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta',
          '2026/03/06;-1 234,50;1234;5678;Ada;Hyra;8 765,50;SEK',
          '2026/03/05;10 000,00;;1234;Bob;Lön;10 000,00;SEK',
        ),
      ),
    expected: [
      '2026-03-06 | -1234.5 | Ada | Hyra | ',
      '2026-03-05 | 10000 | Bob | Lön | ',
      'in SEK',
      'closing 8765.5',
    ],
  },
  {
    source: 'DNB in Norway, a column out of the account and one into it',
    content: () =>
      encodeText(
        textLines(
          'Dato;Forklaring;Rentedato;Ut fra konto;Inn på konto',
          '05.03.2026;Husleie;05.03.2026;1.234,50;',
          '06.03.2026;Lønn;06.03.2026;;10.000,00',
        ),
      ),
    expected: ['2026-03-05 | -1234.5 |  | Husleie | ', '2026-03-06 | 10000 |  | Lønn | '],
  },
  {
    source: 'ING in the Netherlands, Af and Bij beside unsigned amounts, newest first',
    content: () =>
      encodeText(
        textLines(
          'Datum;Naam / Omschrijving;Rekening;Tegenrekening;Af Bij;Bedrag (EUR);Mededelingen;Saldo na mutatie',
          '"20260306";"Bob BV";"NL12";"NL34";"Bij";"1000,00";"Factuur 7";"1200,50"',
          '"20260305";"Albert Heijn";"NL12";"";"Af";"49,74";"Pas 1";"200,50"',
        ),
      ),
    expected: [
      '2026-03-06 | 1000 | Bob BV | Factuur 7 | ',
      '2026-03-05 | -49.74 | Albert Heijn | Pas 1 | ',
      'in EUR',
      'closing 1200.5',
    ],
  },
  {
    source: 'PKO in Poland, headings without names at the end',
    content: () =>
      encodeText(
        textLines(
          'Data operacji,Data waluty,Typ transakcji,Kwota,Waluta,Saldo po transakcji,Opis transakcji,,',
          '"2026-03-05","2026-03-05","Przelew","-1234.50","PLN","+8765.50","Tytuł: Czynsz","",""',
          '"2026-03-04","2026-03-04","Wpływ","+10000.00","PLN","+10000.00","Tytuł: Praca","",""',
        ),
      ),
    expected: [
      '2026-03-05 | -1234.5 |  | Tytuł: Czynsz | ',
      '2026-03-04 | 10000 |  | Tytuł: Praca | ',
      'in PLN',
      'closing 8765.5',
    ],
  },
  {
    source: 'İşbank in Turkey, Borç and Alacak, TL behind amounts',
    content: () =>
      encodeText(
        textLines(
          'İşlem Tarihi;Açıklama;Borç;Alacak;Bakiye',
          '05.03.2026;KİRA;1.234,50 TL;;8.765,50 TL',
          '06.03.2026;MAAŞ;;10.000,00 TL;18.765,50 TL',
        ),
      ),
    expected: [
      '2026-03-05 | -1234.5 |  | KİRA | ',
      '2026-03-06 | 10000 |  | MAAŞ | ',
      'in TRY',
      'closing 18765.5',
    ],
  },
  {
    source: 'Handelsbanken in Sweden, a column of texts',
    content: () =>
      encodeText(
        textLines(
          'Reskontradatum;Transaktionsdatum;Text;Belopp;Saldo',
          '2026-03-06;2026-03-06;Hyra;-1234,50;8765,50',
          '2026-03-05;2026-03-05;Lön;10000,00;10000,00',
        ),
      ),
    expected: [
      '2026-03-06 | -1234.5 |  | Hyra | ',
      '2026-03-05 | 10000 |  | Lön | ',
      'closing 8765.5',
    ],
  },
  {
    source: 'Danske Bank, Windows-1252, a state in Danish',
    content: () =>
      encodeText(
        textLines(
          '"Dato";"Kategori";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"',
          '"05.03.2026";"";"Husleje";"-1.234,50";"8.765,50";"Udført";"Nej"',
        ),
        'windows-1252',
      ),
    expected: ['2026-03-05 | -1234.5 |  | Husleje | ', 'closing 8765.5'],
  },
  {
    source: 'American Express, what was spent above zero and a payment to the card below it',
    content: () =>
      encodeText(
        textLines(
          'Date,Description,Amount,Appears On Your Statement As,Reference',
          '03/15/2026,TESCO,49.74,TESCO,320',
          '03/14/2026,PAYMENT - THANK YOU,-100.00,PAYMENT,321',
        ),
      ),
    expected: [
      '2026-03-15 | -49.74 |  | TESCO | 320',
      '2026-03-14 | 100 |  | PAYMENT - THANK YOU | 321',
    ],
  },
  {
    source: 'PayPal in German, a row that is open',
    content: () =>
      encodeText(
        textLines(
          '"Datum","Name","Status","Währung","Brutto","Gebühr","Netto","Transaktionscode","Guthaben"',
          '"05.03.2026","Ada","Abgeschlossen","EUR","1.200,00","-35,10","1.164,90","X1","1.164,90"',
          '"06.03.2026","Bob","Ausstehend","EUR","5,00","0,00","5,00","X2","1.164,90"',
          '"07.03.2026","Cy","Abgeschlossen","EUR","-64,90","0,00","-64,90","X3","1.100,00"',
        ),
      ),
    expected: [
      '2026-03-05 | 1164.9 | Ada |  | X1',
      '2026-03-07 | -64.9 | Cy |  | X3',
      'unsettled: 3',
      'in EUR',
    ],
  },
  {
    source: 'Quicken (QIF)',
    content: () => encodeText(textLines('!Type:Bank', "D03/05'26", 'T-49.74', 'PTesco', '^')),
    expected: ['refused: no headings'],
  },
  {
    source: 'a list with Arabic digits',
    content: () =>
      encodeText(
        textLines('Date,Description,Amount', '2026-03-05,إيجار,-٤٩٫٧٤', '2026-03-06,بضاعة,٨٨'),
      ),
    expected: ['2 refused: Amount can’t be read', '3 refused: Amount can’t be read'],
  },
  {
    source: 'a list of American days none of which is beyond the 12th',
    content: () =>
      encodeText(
        textLines('Date,Description,Amount', '03/05/2026,Rent,-49.74', '03/06/2026,Goods,88.00'),
      ),
    expected: ['2 refused: Date can’t be read', '3 refused: Date can’t be read', 'asks 03/05/2026'],
  },
  {
    source: 'a payment service with balances in two currencies',
    content: () =>
      encodeText(
        textLines(
          'Date,Name,Currency,Net',
          '2026-03-05,Ada,USD,-49.74',
          '2026-03-06,Bob,EUR,88.00',
          '2026-03-07,Cy,USD,5.00',
        ),
      ),
    expected: [
      '2026-03-05 | -49.74 | Ada |  | ',
      '3 refused: EUR is not the currency of the first row: a statement is of one account',
      '2026-03-07 | 5 | Cy |  | ',
      'in USD',
    ],
  },
  {
    source: 'a list of Indian days whose two digits of the year may be a day',
    content: () =>
      encodeText(
        textLines('Date,Description,Amount', '05/03/26,Rent,-49.74', '25/03/26,Goods,88.00'),
      ),
    expected: ['2 refused: Date can’t be read', '3 refused: Date can’t be read', 'asks 05/03/26'],
  },
  {
    source: 'a list whose only amounts may be thousands or decimals',
    content: () =>
      encodeText(
        textLines('Date;Description;Amount', '2026-03-05;Rent;-1.234', '2026-03-06;Goods;2.500'),
      ),
    expected: [
      '2 refused: The comma or point in the amount may be read in two ways',
      '3 refused: The comma or point in the amount may be read in two ways',
      'asks -1.234',
    ],
  },
  {
    source: 'Unicode text of Excel, UTF-16 with tabs',
    content: () =>
      encodeText(
        textLines(
          'Date\tDescription\tAmount',
          '2026-03-05\tMiete März\t-1,234.50',
          '2026-03-06\t货款\t88.00',
        ),
        'utf-16le',
      ),
    expected: ['2026-03-05 | -1234.5 |  | Miete März | ', '2026-03-06 | 88 |  | 货款 | '],
  },
  {
    source: 'a list whose first line names its delimiter, with blank lines between rows',
    content: () =>
      encodeText(
        textLines(
          'sep=;',
          'Date;Description;Amount',
          '',
          '2026-03-05;a, b, c;-49,74',
          '',
          '',
          '2026-03-06;d;88,00',
        ),
      ),
    expected: ['2026-03-05 | -49.74 |  | a, b, c | ', '2026-03-06 | 88 |  | d | '],
  },
  {
    source: 'a list of Google Sheets with a total at its end',
    content: () =>
      encodeText(
        textLines(
          'Date,Description,Amount',
          '2026-03-05,Rent,-49.74',
          '2026-03-06,Goods,88',
          ',Total,38.26',
        ),
      ),
    expected: ['2026-03-05 | -49.74 |  | Rent | ', '2026-03-06 | 88 |  | Goods | ', 'undated: 4'],
  },
  {
    source: 'a list whose amounts are neither signed nor followed by their balance',
    content: () => encodeText(textLines('Date,Description,Amount', '2026-03-05,Rent,49.74')),
    expected: [`2 refused: ${unclear}`],
  },
  {
    source: 'bytes that are in no encoding',
    content: () => new Uint8Array([0x44, 0x61, 0x74, 0x65, 0x2c, 0x81, 0xff, 0x0a, 0x90, 0x81]),
    expected: ['refused: encoding'],
  },
  {
    source: 'a letter instead of a list',
    content: () => encodeText('Dear customer,\nplease find the statement of March attached.\n'),
    expected: ['refused: no headings'],
  },
];

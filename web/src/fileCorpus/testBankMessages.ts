// For tests only: messages of banks that name their fields themselves.
import { encodeText, textLines } from '@tradehouse/domain/testing';
import type { FileCase } from './testReadings.ts';

const ofxHead = (charset: string): readonly string[] => [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  `CHARSET:${charset}`,
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
];
const transaction = (type: string, day: string, amount: string, id: string, name: string): string =>
  `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${day}<TRNAMT>${amount}<FITID>${id}<NAME>${name}</STMTTRN>`;
const ofx = (...transactions: readonly string[]): readonly string[] => [
  '<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>1<ACCTID>12345<ACCTTYPE>CHECKING</BANKACCTFROM>',
  '<BANKTRANLIST><DTSTART>20260301<DTEND>20260331',
  ...transactions,
  '</BANKTRANLIST><LEDGERBAL><BALAMT>1950.26<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
];

const camt = (version: string, entries: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE12</IBAN></Id><Ccy>EUR</Ccy></Acct>` +
  `<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1287.01</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = (amount: string, side: string, state: string, details: string): string =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${state}</Sts><BookgDt><Dt>2026-03-05</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry>`;
const creditor =
  '<RltdPties><Cdtr><Nm>Café &amp; Müller</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Rechnung 12</Ustrd></RmtInf>';
const nestedDebtor =
  '<RltdPties><Dbtr><Pty><Nm>Baichuan</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Ware</Ustrd></RmtInf>';

export const bankMessages: readonly FileCase[] = [
  {
    source: 'OFX 1, SGML without closing tags, Windows-1252 by its header',
    content: () =>
      encodeText(
        textLines(
          ...ofxHead('1252'),
          ...ofx(
            transaction('DEBIT', '20260305120000[+1:CET]', '-49.74', 'F1', 'Café Müller'),
            transaction('CREDIT', '20260306', '88.00', 'F2', 'Baichuan'),
          ),
        ),
        'windows-1252',
      ),
    expected: [
      '2026-03-05 | -49.74 | Café Müller |  | F1',
      '2026-03-06 | 88 | Baichuan |  | F2',
      'in EUR',
      'closing 1950.26',
    ],
  },
  {
    source: 'OFX 1 with decimal commas',
    content: () =>
      encodeText(
        textLines(
          ...ofxHead('NONE'),
          ...ofx(transaction('DEBIT', '20260305', '-1234,5', 'F1', 'Rent')),
        ),
      ),
    expected: ['2026-03-05 | -1234.5 | Rent |  | F1', 'in EUR', 'closing 1950.26'],
  },
  {
    source: 'OFX 1 whose debits have no sign',
    content: () =>
      encodeText(
        textLines(
          ...ofxHead('NONE'),
          ...ofx(
            transaction('DEBIT', '20260305', '49.74', 'F1', 'Rent'),
            transaction('CREDIT', '20260306', '88.00', 'F2', 'Goods'),
          ),
        ),
      ),
    expected: [
      '2 refused: Amount can’t be read',
      '2026-03-06 | 88 | Goods |  | F2',
      'in EUR',
      'closing 1950.26',
    ],
  },
  {
    source: 'OFX 1 with groups of thousands, which say how a comma before three digits is meant',
    content: () =>
      encodeText(
        textLines(
          ...ofxHead('NONE'),
          ...ofx(
            transaction('CREDIT', '20260305', '1,234.50', 'F1', 'Goods'),
            transaction('CREDIT', '20260305', '1,234', 'F2', 'Goods'),
          ),
        ),
      ),
    expected: [
      '2026-03-05 | 1234.5 | Goods |  | F1',
      '2026-03-05 | 1234 | Goods |  | F2',
      'in EUR',
      'closing 1950.26',
    ],
  },
  {
    source: 'OFX 2, XML',
    content: () =>
      encodeText(
        '<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="220"?><OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD</CURDEF><CCACCTFROM><ACCTID>9</ACCTID></CCACCTFROM><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260305</DTPOSTED><TRNAMT>-49.74</TRNAMT><FITID>F1</FITID><NAME>A &amp; B</NAME><MEMO>Lunch</MEMO></STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>-49.74</BALAMT></LEDGERBAL></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>',
      ),
    expected: ['2026-03-05 | -49.74 | A & B | Lunch | F1', 'in USD', 'closing -49.74'],
  },
  {
    source: 'MT940 of a Dutch bank, codes between slashes',
    content: () =>
      encodeText(
        textLines(
          '{1:F01INGBNL2ABXXX0000000000}',
          '{2:I940INGBNL2AXXXN}',
          '{4:',
          ':20:P260305000000001',
          ':25:NL69INGB0123456789EUR',
          ':28C:00000',
          ':60F:C260304EUR2000,00',
          ':61:2603050305D49,74NTRFEREF//26063000001',
          '/TRCD/00100/',
          ':86:/EREF/E1//CNTP/NL32INGB0000012345/INGBNL2A/Tesco///REMI/USTD//Lunch/',
          ':62F:C260305EUR1950,26',
          '-}',
        ),
      ),
    expected: ['2026-03-05 | -49.74 |  | EREF Lunch | 26063000001', 'in EUR', 'closing 1950.26'],
  },
  {
    source: 'MT940 of a German bank, a line that begins with a dash, a reversal',
    content: () =>
      encodeText(
        textLines(
          ':20:STARTUMSE',
          ':25:50070010/0123456',
          ':28C:00001/001',
          ':60F:C260304EUR2000,00',
          ':61:2603050305DR49,74N020NONREF',
          ':86:166?00LASTSCHRIFT?20RECHNUNG?21- 4711?32CAFE MUELLER',
          ':61:2603060306RD49,74N020NONREF',
          ':86:RUECKGABE',
          '- 4711',
          ':62F:C260306EUR2000,00',
        ),
      ),
    expected: [
      '2026-03-05 | -49.74 | CAFE MUELLER | RECHNUNG- 4711 | ',
      '2026-03-06 | 49.74 |  | RUECKGABE - 4711 | ',
      'in EUR',
      'closing 2000.00',
    ],
  },
  {
    source: 'CAMT.053.001.02, one entry pending',
    content: () =>
      encodeText(
        camt('02', entry('49.74', 'DBIT', 'BOOK', creditor) + entry('88.00', 'CRDT', 'PDNG', '')),
      ),
    expected: [
      '2026-03-05 | -49.74 | Café & Müller | Rechnung 12 | B1',
      'others: 1',
      'in EUR',
      'closing 1287.01',
    ],
  },
  {
    source: 'CAMT.053.001.08, states and parties nested',
    content: () => encodeText(camt('08', entry('1234.5', 'CRDT', '<Cd>BOOK</Cd>', nestedDebtor))),
    expected: ['2026-03-05 | 1234.5 | Baichuan | Ware | B1', 'in EUR', 'closing 1287.01'],
  },
];

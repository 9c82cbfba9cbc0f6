// A list of our own, since runtimes know different ones. Six retired codes stand in older books.
const CODES =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD ' +
  'CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL ' +
  'GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW ' +
  'KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD ' +
  'NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP ' +
  'SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS ' +
  'VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ' +
  'ZWG ANG BGN CUC HRK SLL ZWL';

const currencyCodes: ReadonlySet<string> = new Set(CODES.split(' '));

/** ISO 4217 knows the code as that of a currency. */
export const isCurrencyCode = (code: string): boolean => currencyCodes.has(code);

/**
 * Codes valid for a company and a record: of ISO 4217, or stored under earlier rules, which took any three
 * capitals such as RMB.
 */
export const isCodeOfRecord = (
  code: string,
  stored: readonly (string | null | undefined)[],
): boolean => isCurrencyCode(code) || stored.includes(code);

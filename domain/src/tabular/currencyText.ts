/** Codes of currencies (ISO 4217) by the signs and names that files write instead of them. */
const codeByName: ReadonlyMap<string, string> = new Map(
  Object.entries({
    CNY: '人民币|人民币元|元|RMB|CNH|¥|￥|CN¥|YUAN|RENMINBI|156|001',
    USD: '美元|美金|$|US$|US DOLLAR|840',
    EUR: '欧元|€|EURO|978',
    GBP: '英镑|£|POUND STERLING|826',
    HKD: '港币|港元|HK$|HONG KONG DOLLAR|344',
    JPY: '日元|日圆|円|JP¥|YEN|392',
    TWD: '新台币|台币|NT$|NTD|901',
    KRW: '韩元|₩|WON|410',
    SGD: '新加坡元|新元|S$|702',
    AUD: '澳元|澳大利亚元|A$|036',
    CAD: '加元|加拿大元|C$|124',
    CHF: '瑞士法郎|SFR|756',
  }).flatMap(([code, names]) => names.split('|').map((name) => [name.normalize('NFKC'), code])),
);

/** The code of the currency that a cell names; undefined for a text that names none. */
export function parseCurrencyText(text: string): string | undefined {
  const name = text.normalize('NFKC').trim().toUpperCase();
  const known = codeByName.get(name);
  if (known !== undefined) return known;
  const [code] = /\b[A-Z]{3}\b/.exec(name) ?? [];
  return code;
}

/** Names of the columns that say a currency, as plain titles divided by |. */
export const CURRENCY_TITLES =
  '币种|货币|币别|货币代码|币种代码|交易币种|交易货币|账户币种|currency|currencycode|ccy|transactioncurrency|waehrung|währung|devise|moneda';

/**
 * Field errors, shown below a form field or with its name in a refusal: the name and the surrounding `[…]`
 * are omitted if already shown above.
 */
export const fieldRules = {
  'zh-cn': {
    missing: '请填写[{field}]',
    unknown: '这里没有“{field}”这一项',
    tooLong: '[{field}：]最多 {most} 个字',
    tooShort: '[{field}：]至少 {least} 个字',
    tooMany: '[{field}：]最多 {most} 项',
    oneLine: '[{field}：]只能写一行，不能有换行、制表符、改变书写方向的符号等看不见的字符',
    name: '[{field}：]首尾不能有空格，只能写一行，不能有制表符、改变书写方向的符号等看不见的字符',
    severalLines: '[{field}：]除换行外，不能有制表符、改变书写方向的符号等看不见的字符',
    email: '[{field}：]请填写邮箱地址，如 name@example.com',
    phone: '[{field}：]请填写电话号码，只用数字、空格和 + - ( )',
    noBlanks: '[{field}：]不能有空格',
    webAddress: '[{field}：]请填写以 http:// 或 https:// 开头的网址',
    trackingAddress:
      '[{field}：]请填写以 http:// 或 https:// 开头的网址，并用花括号中的 no 代替运单号',
    percent: '[{field}：]请填写 0 到 100 之间的数',
    amount: '[{field}：]请填写不小于 0、小于 10 的 15 次方的数，最多 6 位小数',
    positive: '[{field}：]请填写大于 0、小于 10 的 15 次方的数，最多 6 位小数',
    currency: '[{field}：]请填写 ISO 4217 的货币代码，如 USD',
    currencyOfRecord: '[{field}：]请填写 ISO 4217 的货币代码，如 USD',
    number: '[{field}：]请填写绝对值小于 10 的 15 次方的数，最多 6 位小数',
    wholeNumber: '[{field}：]请填写整数',
    range: '[{field}：]请填写 {least} 到 {most} 之间的整数',
  },
  en: {
    missing: '[{field} ]is needed',
    unknown: 'there is no field {field} here',
    tooLong: '[{field}: ]at most {most} characters',
    tooShort: '[{field}: ]at least {least} characters',
    tooMany: '[{field}: ]{most} at most',
    oneLine:
      '[{field}: ]one line only, without tabs, signs that turn the direction of writing or others that are not seen',
    name: '[{field}: ]one line only, without a blank before or behind it, tabs, signs that turn the direction of writing or others that are not seen',
    severalLines:
      '[{field}: ]besides line breaks no tabs, signs that turn the direction of writing or others that are not seen',
    email: '[{field}: ]an e-mail address such as name@example.com is needed',
    phone: '[{field}: ]only digits, spaces and + - ( ) stand in a telephone number',
    noBlanks: '[{field}: ]must not contain spaces',
    webAddress: '[{field}: ]an address that begins with http:// or https:// is needed',
    trackingAddress:
      '[{field}: ]an address that begins with http:// or https:// is needed, with no in braces where the tracking number stands',
    percent: '[{field}: ]a number from 0 to 100 is needed',
    amount: '[{field}: ]a number from 0 to below 10^15 is needed, with at most 6 decimals',
    positive: '[{field}: ]a number above 0 and below 10^15 is needed, with at most 6 decimals',
    currency: '[{field}: ]a currency code of ISO 4217 such as USD is needed',
    currencyOfRecord: '[{field}: ]a currency code of ISO 4217 such as USD is needed',
    number: '[{field}: ]a number below 10^15 is needed, with at most 6 decimals',
    wholeNumber: '[{field}: ]a whole number is needed',
    range: '[{field}: ]a whole number from {least} to {most} is needed',
  },
} as const;

export type FieldRule = keyof (typeof fieldRules)['en'];

export const isFieldRule = (name: unknown): name is FieldRule =>
  typeof name === 'string' && Object.hasOwn(fieldRules.en, name);

/**
 * Fills `{name}`s in a sentence; an unknown fact ('') is omitted with the surrounding `[…]`. The result
 * starts with a capital.
 */
export function filledSentence(sentence: string, fact: (name: string) => string): string {
  const said = sentence
    .replaceAll(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => fact(name) !== '') ? part : '',
    )
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => fact(name));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

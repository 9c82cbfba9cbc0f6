import { expect, test } from 'vitest';
import { readSourcesBelow } from './sources.ts';

// Read as text: the web is no room that tools may import.
const phraseFiles = readSourcesBelow('web/src/phrase', ['.ts']);
const keysOf = (ending: string): string[] =>
  phraseFiles
    .filter(({ path }) => path.endsWith(ending))
    .flatMap(({ text }) => [...text.matchAll(/^\s*'([^'\s]+)':/gm)].map((match) => match[1] ?? ''));
const english = keysOf('en.ts');
const chinese = keysOf('zh-cn.ts');

const code = readSourcesBelow('web/src', ['.ts', '.tsx'])
  .filter(({ path }) => !path.startsWith('web/src/phrase/') && !path.includes('.test.'))
  .map(({ text }) => text)
  .join('\n');
/** Beginnings of keys that are put together, such as `status.${status}`. */
const beginnings = [...code.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1] ?? '');
const isUsed = (key: string): boolean =>
  code.includes(`'${key}'`) ||
  code.includes(`"${key}"`) ||
  beginnings.some((beginning) => key.startsWith(beginning));

test('both languages have equal phrase keys, once each', () => {
  expect(english.length).toBeGreaterThan(50);
  expect(chinese.toSorted()).toEqual(english.toSorted());
  expect(new Set(english).size).toBe(english.length);
});

test('every phrase is used', () => {
  expect(english.filter((key) => !isUsed(key))).toEqual([]);
});

/** Retired words of the interface, each with its replacement. Comments and code may hold the English ones. */
const RETIRED_WORDS: readonly (readonly [replacement: string, shape: RegExp])[] = [
  ['unapproved, for a document that is not approved', /(only drafts can|\} is a draft)/],
  ['suppliers', /\bvendors\b/],
  ['regular', /: formal, defective and gift must|much is formal/],
  ['undo, with the words of the button', /take (that|them) back/],
  ['create a secret, and act as a user', /[Dd]raw a (new )?secret|secret can be drawn|it works as/],
  ['refund, of a deposit', /give it back|deposit is given back/],
  ['approval', /: 'Review'|for review'|reviews of documents/],
  ['goods in, goods out, deliveries', /'(In|Out)bound |sales outbounds/],
  ['platform, for the codes of a platform', /'Outer (code|name|product ID)'(?!\])/],
  ['status', /: 'State'|'(Refund|Expiry) state'|'State of the order|The state “/],
  ['prior year, prior period, total', /'(Year|Period) before'|on the period before|'In all'/],
  ['total with tax', /'(With tax|Gross)'/],
  ['specification', /'Spec\.'/],
  ['prepared by, on paper', /'Made by'/],
  ['in transit', /'[^'\n]*on (its|their) way[^'\n]*'|'On its way'/],
  ['decimals for amounts', /'Decimals of money'/],
  ['label, for the label of a carrier', /'[^'\n]* waybill/],
  ['yes or no, of a switch', /0 no, 1 yes/],
  ['已结账, of a closed period', /账期已关闭/],
  ['企业主', /(?<!企业)主账号/],
  ['机构', /部门的/],
  ['旧密码', /原密码/],
  ['禁用, or 关闭 of a feature', /停用(?!', ?'无')/],
  ['隐藏', /屏蔽/],
  ['两步验证', /二次验证/],
  ['以此用户身份查看', /以(其|他人)视角/],
  ['徽标', /'标志'/],
  // A heading of other programs is accepted in files.
  ['期初成本单价', /(?<!headings.*)期初单价/],
  ['添加, of parts', /增加(账户|服务|一行)/],
  ['最终欠款', /未结(金额|款项|外币|')|尚欠/],
];
const spoken = ['web/src', 'contract/src', 'domain/src', 'database/seed', 'server/src/modules']
  .flatMap((room) => readSourcesBelow(room, ['.ts', '.tsx']))
  .filter(({ path }) => !/test[^/]*$/i.test(path));

test.each(RETIRED_WORDS)('the interface says %s', (_replacement, shape) => {
  expect(spoken.length).toBeGreaterThan(500);
  expect(spoken.filter(({ text }) => shape.test(text)).map(({ path }) => path)).toEqual([]);
});

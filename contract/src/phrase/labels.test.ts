import { expect, test } from 'vitest';
import { everyCall } from '../declared.ts';
import * as contract from '../index.ts';
import type { TableDeclaration } from '../table.ts';
import * as english from './en.ts';
import { choiceLabel, fieldLabel, hasFieldLabel } from './labels.ts';
import * as chinese from './zh-cn.ts';

const isTable = (value: unknown): value is TableDeclaration =>
  typeof value === 'object' &&
  value !== null &&
  'columns' in value &&
  'filters' in value &&
  'order' in value;

/** Every table that the contract exports, alone or in a map of tables. */
const tables = Object.values(contract as Record<string, unknown>)
  .flat()
  .flatMap((value): TableDeclaration[] => {
    if (isTable(value)) return [value];
    return typeof value === 'object' && value !== null ? Object.values(value).filter(isTable) : [];
  });
const byId = [...new Map(tables.map((table) => [table.id, table])).values()].map(
  (table) => [table.id, table] as const,
);

test('both languages have equal phrase keys, each with words', () => {
  expect(Object.keys(chinese.fields).toSorted()).toEqual(Object.keys(english.fields).toSorted());
  expect(Object.keys(chinese.choices).toSorted()).toEqual(Object.keys(english.choices).toSorted());
  const words = [chinese, english].flatMap(({ fields, choices }) => [
    ...Object.values(fields),
    ...Object.values(choices),
  ]);
  expect(words.filter((word) => word.trim() === '')).toEqual([]);
});

test.each(byId)('every column and filter of %s has a title', (id, { columns, filters }) => {
  const shown = Object.keys(columns).filter((name) => columns[name]?.hidden !== true);
  expect([...shown, ...Object.keys(filters)].filter((name) => !hasFieldLabel(id, name))).toEqual(
    [],
  );
});

/** Where goods are called by their barcode, a phone says their name as well. */
const byBarcode = byId.filter(([, { nameColumn }]) => nameColumn === 'barcode');
test.each(byBarcode)('cards of %s show the product name', (_id, { facts = [] }) => {
  expect(facts).toContain('name');
});

/** What stands twice. */
const twice = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => words.indexOf(word) !== at);

test.each(byId)('no two columns or filters of %s share a title', (id, { columns, filters }) => {
  const called = (language: 'zh-cn' | 'en', names: readonly string[]) =>
    twice(names.map((name) => fieldLabel(language, id, name)));
  const shown = Object.keys(columns).filter((name) => {
    const { hidden, ofChoice, ofMonth } = columns[name] ?? {};
    return hidden !== true && ofChoice === undefined && ofMonth === undefined;
  });
  const both = [shown, Object.keys(filters)].flatMap((names) => [
    ...called('zh-cn', names),
    ...called('en', names),
  ]);
  expect(both).toEqual([]);
});

test.each(byId)('every choice of %s has a label', (_, { columns, filters }) => {
  const choices = Object.entries({ ...columns, ...filters }).flatMap(([name, { choices = [] }]) =>
    choices.map((choice) => [name, choice] as const),
  );
  expect(choices.filter(([name, choice]) => choiceLabel('zh-cn', name, choice) === choice)).toEqual(
    [],
  );
});

test.each(contract.plainLine.names)('the field %s of lines has a title', (name) => {
  expect(hasFieldLabel('lines', name)).toBe(true);
});

test('a column has a common label in any table, and an unknown column is labelled by name', () => {
  expect(fieldLabel('en', 'any', 'partnerName')).toBe('Partner');
  expect(fieldLabel('en', 'any', 'unheardOf')).toBe('unheardOf');
});

// Fields with another label than in most tables.
test.each([
  ['people', 'name', '姓名'],
  ['warehouses', 'name', '仓库名称'],
  ['warehouses', 'address', '仓库地址'],
  ['warehouses', 'isDefault', '是否默认'],
  ['accounts', 'isDefault', '是否默认'],
  ['members', 'name', '会员卡号'],
  ['stockOnHand', 'keyword', '商品信息'],
  ['customerStatement', 'hasDebt', '欠款情况'],
  ['supplierStatement', 'hasDebt', '欠款情况'],
  ['purchaseIn', 'materialParam', '商品信息'],
  ['purchaseIn', 'hasDebt', '本次欠款'],
  ['purchaseIn', 'hasLastDebt', '最终欠款'],
  ['purchaseIn', 'partnerName', '供应商'],
  ['purchaseIn', 'organId', '供应商'],
  ['saleOut', 'partnerName', '客户'],
  ['retailOut', 'organId', '会员'],
  ['moneyIn', 'partnerName', '客户'],
  ['advanceIn', 'partnerName', '会员'],
  ['itemOut', 'partnerName', '往来单位'],
  ['purchaseReviews', 'partnerName', '供应商'],
  ['saleOutReport', 'organId', '客户'],
  ['retailOutReport', 'organId', '会员'],
  ['goodsExpiration', 'organId', '供应商'],
  ['inDetail', 'organId', '往来单位'],
])('the table %s calls its column %s %s', (table, name, word) => {
  expect(fieldLabel('zh-cn', table, name)).toBe(word);
});

test('the debt filter has its own choice labels', () => {
  expect(choiceLabel('zh-cn', 'hasDebt', 'true')).toBe('有欠款');
  expect(choiceLabel('zh-cn', 'hasDebt', 'false')).toBe('无欠款');
});

interface Savable {
  readonly table: TableDeclaration;
  readonly fields: { readonly properties: Readonly<Record<string, unknown>> };
}
const isSavable = (value: unknown): value is Savable =>
  typeof value === 'object' && value !== null && 'fields' in value && 'table' in value;

test.each(
  Object.values(contract as Record<string, unknown>)
    .flat()
    .filter(isSavable)
    .map((savable) => [savable.table.id, savable] as const),
)('every field of %s has a label for refusals', (_, { table, fields }) => {
  const nameless = Object.keys(fields.properties).filter((name) => !hasFieldLabel(table.id, name));
  expect(nameless).toEqual([]);
});

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
}
/** The names of what an input holds, and of what that holds. */
const namesIn = ({ properties = {}, items, anyOf = [] }: Shape): readonly string[] => [
  ...Object.keys(properties),
  ...[...Object.values(properties), ...(items === undefined ? [] : [items]), ...anyOf].flatMap(
    namesIn,
  ),
];
const labelled = everyCall.flatMap(({ name, endpoint: { labels, input } }) =>
  labels === undefined ? [] : [[name, labels, namesIn(input as Shape)] as const],
);
test.each(labelled)('every input of %s has a label for refusals', (_, labels, names) => {
  expect(names.filter((name) => !hasFieldLabel(labels, name))).toEqual([]);
});

test('every input named by one or two letters has a label for refusals', () => {
  const short = everyCall.flatMap(({ endpoint: { labels = '', input } }) =>
    namesIn(input as Shape)
      .filter((name) => name.length < 3)
      .map((name) => [labels, name] as const),
  );
  expect(short.filter(([labels, name]) => !hasFieldLabel(labels, name))).toEqual([]);
});

test('every setting of a company has a label for refusals', () => {
  const names = Object.keys(contract.addSettings.input.properties);
  expect(names.filter((name) => fieldLabel('zh-cn', 'tenant_setting', name) === name)).toEqual([]);
});

test.each(['toString', 'constructor', '__proto__'])(
  'the inherited property name %s has no label',
  (name) => {
    expect([fieldLabel('en', '', name), choiceLabel('en', 'kind', name)]).toEqual([name, name]);
  },
);

import {
  accountChoices,
  accounts,
  attributes as attributeRecords,
  brands as brandRecords,
  categories as categoryRecords,
  exchangeRates,
  inOutItemChoices,
  myWarehouses,
  partners,
  people,
  products,
  currentSettings,
  warehouses,
} from '@tradehouse/contract';
import type { InputOf, PartnerType } from '@tradehouse/contract';
import type { Desk } from './desk.ts';
import { attributes, brands, categories, unitWord } from './goods.ts';
import type { SampleCategory, SampleProduct, Words } from './goods.ts';
import { ABROAD, cashiers, customers, keepers, members, salespeople, suppliers } from './people.ts';
import type { SampleCustomer } from './people.ts';
import { pictureOf } from './pictures.ts';

export type Language = keyof Words;

/** What is traded under one barcode: a product, or one of the combinations that it comes in. */
export interface Variant extends SampleProduct {
  readonly barcode: string;
}

interface Foreign {
  readonly currency: string;
  readonly rate: number;
}

/** What the sample company's documents name. */
export interface Shop {
  readonly language: Language;
  readonly variants: readonly Variant[];
  /** The set that is put together of three others, and those with how many of each. */
  readonly gift: {
    readonly barcode: string;
    readonly parts: readonly (readonly [string, number])[];
  };
  readonly main: string;
  readonly counter: string;
  readonly cash: string;
  readonly bank: string;
  readonly supplierIds: readonly string[];
  readonly customers: readonly (SampleCustomer & { readonly id: string })[];
  readonly memberIds: readonly string[];
  readonly salesIds: readonly string[];
  readonly item: (type: 'in' | 'out', at: number) => string;
  /** The currency of those abroad, and what it is worth, about. */
  readonly foreign: Foreign;
}

/** A barcode as goods in China have it: 12 digits and the one that follows from them. */
export function barcodeOf(at: number): string {
  const digits = `69012345${String(at).padStart(4, '0')}`;
  const sum = [...digits].reduce(
    (all, digit, place) => all + Number(digit) * (place % 2 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Everything that documents refer to. `days` are those of the year, the first one first. */
export async function masters(
  desk: Desk,
  language: Language,
  days: readonly string[],
): Promise<Shop> {
  const places = await warehousesOf(desk, language);
  const tills = await accountsOf(desk, language);
  const goods = await goodsOf(desk, language);
  const people = await peopleOf(desk, language);
  const [income, expenses] = [
    await desk.call(inOutItemChoices, { type: 'in' }),
    await desk.call(inOutItemChoices, { type: 'out' }),
  ];
  const item: Shop['item'] = (type, at) => {
    const items = type === 'in' ? income : expenses;
    return items[at % items.length]?.id ?? '';
  };
  const foreign = await ratesOf(desk, days);
  return { language, ...places, ...tills, ...goods, ...people, item, foreign };
}

async function warehousesOf(desk: Desk, language: Language) {
  const [first] = await desk.call(myWarehouses, {});
  const add = async (zh: string, en: string, type: 'own' | 'defective', sort: number) =>
    (await desk.call(warehouses.add, { name: language === 'en' ? en : zh, type, sort })).id;
  const counter = await add('门店', 'Shop', 'own', 1);
  await add('残次品库', 'Seconds', 'defective', 2);
  return { main: first?.id ?? '', counter };
}

async function accountsOf(desk: Desk, language: Language) {
  const { accountList } = await desk.call(accountChoices, {});
  const add = async (zh: string, en: string, openingAmount: string, sort: number) =>
    (await desk.call(accounts.add, { name: language === 'en' ? en : zh, openingAmount, sort })).id;
  const bank = await add('银行存款', 'Bank account', '380000', 1);
  await add('支付宝', 'Alipay', '6000', 2);
  return { cash: accountList[0]?.id ?? '', bank };
}

/** What the dollar is worth, or the euro to a company of dollars, from the first day of each month on. */
async function ratesOf(desk: Desk, days: readonly string[]): Promise<Foreign> {
  const { currency: own } = await desk.call(currentSettings, {});
  const foreign = own === 'USD' ? { currency: 'EUR', rate: 1.08 } : { currency: 'USD', rate: 7.12 };
  let { rate } = foreign;
  for (const [at, day] of days.entries()) {
    if (at !== 0 && !day.endsWith('-01')) continue;
    rate = Math.round(rate * (1 + Math.sin(at / 40) * 0.004) * 1e4) / 1e4;
    await desk.call(exchangeRates.add, { currency: foreign.currency, day, rate: String(rate) });
  }
  return foreign;
}

async function peopleOf(desk: Desk, language: Language) {
  const addAll = async <T extends Words>(
    type: PartnerType,
    all: readonly T[],
    more: (each: T, at: number) => Partial<InputOf<typeof partners.add>> = () => ({}),
  ): Promise<string[]> => {
    const ids = [];
    for (const [at, each] of all.entries()) {
      const body = {
        type,
        name: each[language],
        ...contactOf(at + type.length * 7),
        ...more(each, at),
      };
      ids.push((await desk.call(partners.add, body)).id);
    }
    return ids;
  };
  const supplierIds = await addAll('supplier', suppliers, (_, at) => ({
    paymentDays: at === ABROAD ? 60 : 30,
  }));
  const buyers = customers.map(({ name, ...rest }) => ({ ...name, rest }));
  const customerIds = await addAll('customer', buyers, ({ rest: { days } }) => ({
    paymentDays: Math.min(days, 60),
    creditLimit: String(20_000 + days * 500),
  }));
  const staff = async (type: 'salesperson' | 'keeper' | 'finance', all: readonly Words[]) => {
    const ids = [];
    for (const each of all)
      ids.push((await desk.call(people.add, { type, name: each[language] })).id);
    return ids;
  };
  const salesIds = await staff('salesperson', salespeople);
  await staff('keeper', keepers);
  await staff('finance', cashiers);
  return {
    supplierIds,
    customers: customers.map((each, at) => ({ ...each, id: customerIds[at] ?? '' })),
    memberIds: await addAll('member', members),
    salesIds,
  };
}

const contactOf = (at: number) => ({
  telephone: `138${String(10_000_000 + at * 104_729).slice(0, 8)}`,
});

async function goodsOf(desk: Desk, language: Language) {
  const attributeIds = await attributesOf(desk, language);
  const brandIds: string[] = [];
  for (const { code, ...name } of brands)
    brandIds.push(
      (await desk.call(brandRecords.add, { name: name[language], englishName: name.en, code })).id,
    );
  const variants: Variant[] = [];
  for (const [sort, category] of categories.entries()) {
    const { id: categoryId } = await desk.call(categoryRecords.add, {
      name: category.name[language],
      number: String(sort + 1).padStart(2, '0'),
      sort,
    });
    for (const [at, product] of category.products.entries()) {
      const own = combinationsOf(product, language).map((attributes) => ({
        ...product,
        attributes,
        barcode: barcodeOf(sort * 100 + at * 10),
      }));
      const coded = own.map((each, place) => ({
        ...each,
        barcode: barcodeOf(sort * 100 + at * 10 + place),
      }));
      await addProduct(desk, {
        language,
        category,
        product,
        at,
        coded,
        categoryId,
        brandIds,
        attributeIds,
      });
      variants.push(...coded);
    }
  }
  return { variants, gift: await giftOf(desk, language, variants) };
}

async function attributesOf(desk: Desk, language: Language) {
  const ids = new Map<string, string>();
  for (const [key, { name, values }] of Object.entries(attributes)) {
    const body = { name: name[language], values: values.map((value) => value[language]) };
    ids.set(key, (await desk.call(attributeRecords.add, body)).id);
  }
  return ids;
}

/** Every combination of what a product comes in, values joined by commas; '' alone where it is one thing. */
const combinationsOf = ({ comes = [] }: SampleProduct, language: Language): string[] =>
  comes.reduce<string[]>(
    (before, key) =>
      before.flatMap((head) =>
        attributes[key].values.map((value) => [head, value[language]].filter(Boolean).join(',')),
      ),
    [''],
  );

interface Adding {
  readonly language: Language;
  readonly category: SampleCategory;
  readonly product: SampleProduct;
  readonly at: number;
  readonly coded: readonly (SampleProduct & {
    readonly barcode: string;
    readonly attributes: string;
  })[];
  readonly categoryId: string;
  readonly brandIds: readonly string[];
  readonly attributeIds: ReadonlyMap<string, string>;
}

async function addProduct(desk: Desk, adding: Adding): Promise<void> {
  const { language, category, product, at, coded, categoryId, brandIds, attributeIds } = adding;
  const { name, standard, unit, buys, sells, retails, brand, days, serials, comes = [] } = product;
  const image = await desk.picture(await pictureOf(category.picture, at));
  await desk.call(products.add, {
    name: name[language],
    englishName: name.en,
    standard,
    unitName: unitWord(unit)[language],
    categoryId,
    brandId: brandIds[brand] ?? null,
    shelfPosition: `${String.fromCodePoint(65 + (Number(categoryId) % 8))}-${String(at + 1).padStart(2, '0')}`,
    ...(days === undefined ? {} : { shelfLifeDays: days, lotManaged: true }),
    ...(serials === undefined ? {} : { serialManaged: true }),
    ...(comes.length === 0
      ? {}
      : {
          attributes: comes.map((key) => ({
            id: attributeIds.get(key) ?? '',
            values: attributes[key].values.map((value) => value[language]),
          })),
        }),
    images: [image],
    barcodes: coded.map(({ barcode, attributes: combination }) => ({
      code: barcode,
      unit: unitWord(unit)[language],
      ...(combination === '' ? {} : { attributes: combination }),
      purchasePrice: String(buys),
      salePrice: String(sells),
      retailPrice: String(retails),
      minimumPrice: String(Math.round(buys * 110) / 100),
    })),
  });
}

/** A set of tableware that the company packs itself. */
async function giftOf(
  desk: Desk,
  language: Language,
  variants: readonly Variant[],
): Promise<Shop['gift']> {
  const barcode = barcodeOf(990);
  await desk.call(products.add, {
    name: language === 'en' ? 'Celadon gift set' : '青瓷餐具礼盒',
    englishName: 'Celadon gift set',
    unitName: unitWord('set')[language],
    barcodes: [
      {
        code: barcode,
        unit: unitWord('set')[language],
        purchasePrice: '62',
        salePrice: '98',
        retailPrice: '138',
      },
    ],
  });
  const ofName = (en: string): string => variants.find(({ name }) => name.en === en)?.barcode ?? '';
  return {
    barcode,
    parts: [
      [ofName('Celadon rice bowl'), 2],
      [ofName('Celadon plate'), 2],
      [ofName('Bone china mug'), 1],
    ],
  };
}

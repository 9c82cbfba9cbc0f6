import {
  attributes as attributeRecords,
  brands as brandRecords,
  categories as categoryRecords,
  products,
} from '@tradehouse/contract';
import type { Desk } from './desk.ts';
import { attributes, brands, categories, giftSet, unitWord } from './goods.ts';
import type { Picture, SampleProduct, Words } from './goods.ts';
import { pictureOf } from './pictures.ts';

export type Language = keyof Words;

/** What is traded under one barcode: a product, or one of the combinations that it comes in. */
export interface Variant extends SampleProduct {
  readonly barcode: string;
  /** The combination: values joined by commas; '' where it is one thing. */
  readonly combination: string;
}

/** The set that the company packs of three others: its barcode, and theirs with how many of each. */
export interface Gift {
  readonly barcode: string;
  readonly parts: readonly (readonly [barcode: string, count: number])[];
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

/** Every category, brand, attribute and product, each with its picture. */
export async function goodsOf(desk: Desk, language: Language, main: string) {
  const books = {
    desk,
    language,
    attributeIds: await attributesOf(desk, language),
    brandIds: await brandsOf(desk, language),
    main,
  };
  const variants: Variant[] = [];
  for (const [sort, { name, picture, products: goods }] of categories.entries()) {
    const number = String(sort + 1).padStart(2, '0');
    const { id: categoryId } = await desk.call(categoryRecords.add, {
      name: name[language],
      number,
      sort,
    });
    const shelf = String.fromCodePoint(65 + sort);
    for (const [at, product] of goods.entries()) {
      const own = combinationsOf(product, language).map((combination, place) => ({
        ...product,
        combination,
        barcode: barcodeOf(sort * 100 + at * 10 + place),
      }));
      variants.push(...own);
      const place = {
        categoryId,
        shelfPosition: `${shelf}-${String(at + 1).padStart(2, '0')}`,
        picture,
        at,
      };
      await addProduct(books, product, own, place);
    }
    if (picture === 'cup')
      await addProduct(books, giftSet, [gift], {
        categoryId,
        shelfPosition: `${shelf}-09`,
        picture,
        at: goods.length,
      });
  }
  return { variants, gift: giftOf(variants) };
}

async function brandsOf(desk: Desk, language: Language): Promise<string[]> {
  const ids = [];
  for (const { code, ...name } of brands) {
    const body = { name: name[language], englishName: name.en, code };
    ids.push((await desk.call(brandRecords.add, body)).id);
  }
  return ids;
}

async function attributesOf(desk: Desk, language: Language): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [key, { name, values }] of Object.entries(attributes)) {
    const body = { name: name[language], values: values.map((value) => value[language]) };
    ids.set(key, (await desk.call(attributeRecords.add, body)).id);
  }
  return ids;
}

const combinationsOf = ({ comes = [] }: SampleProduct, language: Language): string[] =>
  comes.reduce<string[]>(
    (before, key) =>
      before.flatMap((head) =>
        attributes[key].values.map((value) => [head, value[language]].filter(Boolean).join(',')),
      ),
    [''],
  );

interface Books {
  readonly desk: Desk;
  readonly language: Language;
  readonly attributeIds: ReadonlyMap<string, string>;
  readonly brandIds: readonly string[];
  /** The warehouse that all of it comes to. */
  readonly main: string;
}

interface Place {
  readonly categoryId: string;
  readonly shelfPosition: string;
  readonly picture: Picture;
  /** Which of its category. */
  readonly at: number;
}

async function addProduct(
  { desk, language, attributeIds, brandIds, main }: Books,
  { name, standard, unit, brand, days, serials, keeps, comes = [], ...prices }: SampleProduct,
  variants: readonly Variant[],
  { picture, at, ...place }: Place,
): Promise<void> {
  const unitName = unitWord(unit)[language];
  await desk.call(products.add, {
    ...place,
    name: name[language],
    englishName: name.en,
    standard,
    unitName,
    brandId: brandIds[brand] ?? null,
    ...(days === undefined ? {} : { shelfLifeDays: days, lotManaged: true }),
    ...(serials === undefined ? {} : { serialManaged: true }),
    ...(keeps === undefined ? {} : { stock: [{ warehouseId: main, minimum: String(keeps) }] }),
    ...(comes.length === 0
      ? {}
      : {
          attributes: comes.map((key) => ({
            id: attributeIds.get(key) ?? '',
            values: attributes[key].values.map((value) => value[language]),
          })),
        }),
    images: [await desk.picture(await pictureOf(picture, at))],
    barcodes: variants.map(({ barcode: code, combination }) => ({
      code,
      unit: unitName,
      ...(combination === '' ? {} : { attributes: combination }),
      purchasePrice: String(prices.buys),
      salePrice: String(prices.sells),
      retailPrice: String(prices.retails),
      minimumPrice: String(Math.round(prices.buys * 110) / 100),
    })),
  });
}

/** A set of tableware that the company packs itself. */
const gift: Variant = { ...giftSet, combination: '', barcode: barcodeOf(990) };

function giftOf(variants: readonly Variant[]): Gift {
  const of = (en: string): string => variants.find(({ name }) => name.en === en)?.barcode ?? '';
  return {
    barcode: gift.barcode,
    parts: [
      [of('Celadon rice bowl'), 2],
      [of('Celadon plate'), 2],
      [of('Bone china mug'), 1],
    ],
  };
}

import {
  attributes as attributeRecords,
  brands as brandRecords,
  categories as categoryRecords,
  products,
} from '@tradehouse/contract';
import type { SampleClient } from './desk.ts';
import { attributes, brands, categories, giftSet, unitWord } from './goods.ts';
import type { SamplePicture, SampleProduct, SampleWords } from './goods.ts';
import { drawSamplePicture } from './pictures.ts';

export type SampleLanguage = keyof SampleWords;

/** Goods under a single barcode: a product, or a product's combination of attributes. */
export interface Variant extends SampleProduct {
  readonly barcode: string;
  /** Combination: values joined by commas; '' without attributes. */
  readonly combination: string;
}

/** Gift set packed from three products: the barcode, and the parts' barcodes with quantities. */
export interface Gift {
  readonly barcode: string;
  readonly parts: readonly (readonly [barcode: string, count: number])[];
}

/** Builds a Chinese barcode: 12 digits and the check digit. */
export function makeSampleBarcode(at: number): string {
  const digits = `69012345${String(at).padStart(4, '0')}`;
  const sum = [...digits].reduce(
    (all, digit, place) => all + Number(digit) * (place % 2 ? 3 : 1),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Creates every category, brand, attribute and product, each with a picture. */
export async function addSampleGoods(desk: SampleClient, language: SampleLanguage, main: string) {
  const books = {
    desk,
    language,
    attributeIds: await addSampleAttributes(desk, language),
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
        barcode: makeSampleBarcode(sort * 100 + at * 10 + place),
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

async function brandsOf(desk: SampleClient, language: SampleLanguage): Promise<string[]> {
  const ids = [];
  for (const { code, ...name } of brands) {
    const body = { name: name[language], englishName: name.en, code };
    ids.push((await desk.call(brandRecords.add, body)).id);
  }
  return ids;
}

async function addSampleAttributes(
  desk: SampleClient,
  language: SampleLanguage,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const [key, { name, values }] of Object.entries(attributes)) {
    const body = { name: name[language], values: values.map((value) => value[language]) };
    ids.set(key, (await desk.call(attributeRecords.add, body)).id);
  }
  return ids;
}

const combinationsOf = ({ comes = [] }: SampleProduct, language: SampleLanguage): string[] =>
  comes.reduce<string[]>(
    (before, key) =>
      before.flatMap((head) =>
        attributes[key].values.map((value) => [head, value[language]].filter(Boolean).join(',')),
      ),
    [''],
  );

interface AssortmentContext {
  readonly desk: SampleClient;
  readonly language: SampleLanguage;
  readonly attributeIds: ReadonlyMap<string, string>;
  readonly brandIds: readonly string[];
  /** Warehouse that receives all goods. */
  readonly main: string;
}

interface ProductPlacement {
  readonly categoryId: string;
  readonly shelfPosition: string;
  readonly picture: SamplePicture;
  /** Index within the category. */
  readonly at: number;
}

async function addProduct(
  { desk, language, attributeIds, brandIds, main }: AssortmentContext,
  { name, standard, unit, brand, days, serials, keeps, comes = [], ...prices }: SampleProduct,
  variants: readonly Variant[],
  { picture, at, ...place }: ProductPlacement,
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
    images: [await desk.picture(await drawSamplePicture(picture, at))],
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

const gift: Variant = { ...giftSet, combination: '', barcode: makeSampleBarcode(990) };

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

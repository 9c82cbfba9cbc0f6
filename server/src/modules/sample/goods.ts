// Assortment of the sample company: housewares, tea and snacks, textiles, small appliances.

/** A word in each language of the product. */
export interface SampleWords {
  readonly 'zh-cn': string;
  readonly en: string;
}
export const makeSampleWords = (zh: string, en: string): SampleWords => ({ 'zh-cn': zh, en });

const units = {
  piece: makeSampleWords('个', 'piece'),
  box: makeSampleWords('盒', 'box'),
  set: makeSampleWords('套', 'set'),
  bag: makeSampleWords('袋', 'bag'),
  tin: makeSampleWords('罐', 'tin'),
  bottle: makeSampleWords('瓶', 'bottle'),
  strip: makeSampleWords('条', 'pack'),
} as const;
export type SampleUnit = keyof typeof units;
export const unitWord = (unit: SampleUnit): SampleWords => units[unit];

/** A product, at prices per unit in the company's own currency. */
export interface SampleProduct {
  readonly name: SampleWords;
  readonly standard: string;
  readonly unit: SampleUnit;
  readonly buys: number;
  readonly sells: number;
  readonly retails: number;
  /** Index of the supplier. */
  readonly supplier: number;
  /** Index of the brand. */
  readonly brand: number;
  /** Shelf life in days, for goods kept by lots. */
  readonly days?: number;
  readonly serials?: true;
  /** Attributes that form the product's combinations. */
  readonly comes?: readonly ('colour' | 'size')[];
  /** Relative demand. */
  readonly wanted: number;
  /** How many are to lie in the main warehouse at least. */
  readonly keeps?: number;
}

/** Kept by neither lot nor serial. */
export const isUntrackedProduct = ({ days, serials }: SampleProduct): boolean =>
  days === undefined && serials === undefined;

export interface SampleCategory {
  readonly name: SampleWords;
  readonly picture: SamplePicture;
  readonly products: readonly SampleProduct[];
}
export type SamplePicture = 'leaf' | 'round' | 'pot' | 'cup' | 'cloth' | 'crate' | 'plug' | 'pen';

type SampleProductExtras = Partial<
  Pick<SampleProduct, 'days' | 'serials' | 'comes' | 'wanted' | 'keeps'>
>;

/** Builds products of a single supplier and brand. */
const makeProductBuilder =
  (supplier: number, brand: number) =>
  (
    zh: string,
    en: string,
    standard: string,
    unit: SampleUnit,
    [buys, sells, retails]: readonly [number, number, number],
    more: SampleProductExtras = {},
  ): SampleProduct => ({
    name: makeSampleWords(zh, en),
    standard,
    unit,
    buys,
    sells,
    retails,
    supplier,
    brand,
    wanted: 2,
    ...more,
  });

const tea = makeProductBuilder(0, 0);
const whiteTea = makeProductBuilder(1, 0);
const snack = makeProductBuilder(2, 1);
const nut = makeProductBuilder(3, 1);
const pan = makeProductBuilder(4, 2);
const knife = makeProductBuilder(5, 2);
const cup = makeProductBuilder(6, 3);
const glass = makeProductBuilder(7, 3);
const cloth = makeProductBuilder(8, 4);
const store = makeProductBuilder(9, 5);
const plug = makeProductBuilder(10, 6);
const kettle = makeProductBuilder(11, 6);
const pen = makeProductBuilder(12, 7);
const paper = makeProductBuilder(13, 7);

export const brands: readonly (SampleWords & { readonly code: string })[] = [
  { ...makeSampleWords('云间', 'Yunjian'), code: 'YJ' },
  { ...makeSampleWords('麦小满', 'Maixiaoman'), code: 'MXM' },
  { ...makeSampleWords('厨匠', 'Chujiang'), code: 'CJ' },
  { ...makeSampleWords('青瓷里', 'Qingcili'), code: 'QCL' },
  { ...makeSampleWords('棉语', 'Mianyu'), code: 'MY' },
  { ...makeSampleWords('方寸', 'Fangcun'), code: 'FC' },
  { ...makeSampleWords('小电工坊', 'Voltkin'), code: 'VK' },
  { ...makeSampleWords('墨白', 'Mobai'), code: 'MB' },
];

export const attributes = {
  colour: {
    name: makeSampleWords('颜色', 'Colour'),
    values: [
      makeSampleWords('米白', 'Cream'),
      makeSampleWords('雾蓝', 'Mist blue'),
      makeSampleWords('豆绿', 'Pea green'),
    ],
  },
  size: {
    name: makeSampleWords('尺码', 'Size'),
    values: [makeSampleWords('M', 'M'), makeSampleWords('L', 'L')],
  },
} as const;

export const categories: readonly SampleCategory[] = [
  {
    name: makeSampleWords('茶叶', 'Tea'),
    picture: 'leaf',
    products: [
      tea('明前龙井', 'Longjing green tea', '100g', 'tin', [68, 98, 128], { days: 540, wanted: 3 }),
      tea('碧螺春', 'Biluochun green tea', '100g', 'tin', [62, 88, 118], { days: 540 }),
      tea('茉莉花茶', 'Jasmine tea', '150g', 'tin', [28, 42, 58], { days: 540, wanted: 4 }),
      tea('正山小种', 'Lapsang souchong', '100g', 'tin', [45, 66, 88], { days: 720 }),
      tea('铁观音', 'Tieguanyin oolong', '125g', 'box', [38, 58, 78], { days: 540, wanted: 3 }),
      whiteTea('白毫银针', 'Silver needle white tea', '50g', 'tin', [95, 138, 188], {
        days: 1080,
        wanted: 1,
      }),
      whiteTea('白牡丹', 'White peony tea', '100g', 'tin', [58, 86, 116], { days: 1080 }),
      whiteTea('熟普洱茶饼', 'Ripe pu-erh cake', '357g', 'piece', [76, 118, 158], {
        days: 1800,
        wanted: 1,
      }),
    ],
  },
  {
    name: makeSampleWords('休闲食品', 'Snacks'),
    picture: 'round',
    products: [
      snack('手工蛋卷', 'Egg rolls', '200g', 'box', [11, 16.5, 22], { days: 180, wanted: 5 }),
      snack('海苔脆片', 'Seaweed crisps', '60g', 'bag', [6.2, 9.5, 12.8], { days: 240, wanted: 5 }),
      snack('绿豆糕', 'Mung bean cake', '300g', 'box', [13, 19.5, 26], { days: 90, wanted: 4 }),
      snack('燕麦饼干', 'Oat biscuits', '250g', 'box', [8.8, 13.2, 18], { days: 270, wanted: 4 }),
      nut('每日坚果', 'Daily nuts', '25g×30', 'box', [56, 79, 99], { days: 240, wanted: 4 }),
      nut('山核桃仁', 'Hickory kernels', '150g', 'bag', [32, 46, 62], { days: 240, wanted: 2 }),
      nut('蜂蜜柚子茶', 'Honey citron tea', '500g', 'bottle', [18, 27, 36], {
        days: 365,
        wanted: 3,
      }),
      nut('红枣夹核桃', 'Dates with walnuts', '250g', 'bag', [16.8, 25, 33], {
        days: 210,
        wanted: 3,
      }),
    ],
  },
  {
    name: makeSampleWords('厨具', 'Cookware'),
    picture: 'pot',
    products: [
      pan('不粘炒锅', 'Non-stick wok', '32cm', 'piece', [86, 128, 169], { wanted: 2 }),
      pan('铸铁炖锅', 'Cast iron casserole', '24cm', 'piece', [168, 245, 329], { wanted: 1 }),
      pan('不锈钢汤锅', 'Stainless stock pot', '22cm', 'piece', [72, 108, 145], { wanted: 2 }),
      pan('竹蒸笼', 'Bamboo steamer', '25cm', 'set', [26, 39, 52], { wanted: 2 }),
      knife('三合钢菜刀', 'Kitchen knife', '18cm', 'piece', [58, 88, 118], { wanted: 2 }),
      knife('水果刀', 'Paring knife', '12cm', 'piece', [14, 22, 29], { wanted: 3 }),
      knife('乌檀木砧板', 'Chopping board', '40×28cm', 'piece', [42, 64, 86], { wanted: 2 }),
      knife('硅胶铲勺', 'Silicone utensils', '5', 'set', [33, 49, 66], { wanted: 3 }),
    ],
  },
  {
    name: makeSampleWords('餐具', 'Tableware'),
    picture: 'cup',
    products: [
      cup('青瓷饭碗', 'Celadon rice bowl', '4.5"', 'piece', [6.5, 10, 14], { wanted: 5 }),
      cup('青瓷汤碗', 'Celadon soup bowl', '8"', 'piece', [16, 24, 32], { wanted: 3 }),
      cup('青瓷盘', 'Celadon plate', '8"', 'piece', [11, 17, 23], { wanted: 4 }),
      cup('骨瓷马克杯', 'Bone china mug', '350ml', 'piece', [15, 23, 32], { wanted: 4 }),
      cup('盖碗茶具', 'Gaiwan tea set', '7', 'set', [88, 132, 179], { wanted: 1, keeps: 12 }),
      glass('高硼硅玻璃杯', 'Borosilicate glass', '400ml', 'piece', [8.2, 12.8, 17], { wanted: 5 }),
      glass('玻璃冷水壶', 'Glass carafe', '1.5L', 'piece', [22, 34, 46], { wanted: 3 }),
      glass('合金筷', 'Alloy chopsticks', '10', 'strip', [12, 18.5, 25], { wanted: 4 }),
    ],
  },
  {
    name: makeSampleWords('家纺', 'Textiles'),
    picture: 'cloth',
    products: [
      cloth('长绒棉浴巾', 'Long-staple bath towel', '70×140cm', 'piece', [29, 44, 59], {
        comes: ['colour'],
        wanted: 4,
      }),
      cloth('纯棉毛巾', 'Cotton towel', '34×74cm', 'piece', [8.6, 13, 17.9], {
        comes: ['colour'],
        wanted: 5,
      }),
      cloth('亚麻围裙', 'Linen apron', '', 'piece', [24, 37, 49], {
        comes: ['colour', 'size'],
        wanted: 2,
      }),
      cloth('华夫格家居服', 'Waffle loungewear', '', 'set', [76, 115, 159], {
        comes: ['colour', 'size'],
        wanted: 2,
      }),
      cloth('麂皮绒抹布', 'Suede cleaning cloths', '6', 'strip', [9, 14, 19], { wanted: 4 }),
      cloth('棉麻桌布', 'Table cloth', '140×200cm', 'piece', [39, 58, 79], { wanted: 2 }),
    ],
  },
  {
    name: makeSampleWords('收纳', 'Storage'),
    picture: 'crate',
    products: [
      store('折叠收纳箱', 'Folding crate', '30L', 'piece', [19, 29, 39], { wanted: 4 }),
      store('抽屉分隔盒', 'Drawer dividers', '6', 'set', [13, 20, 27], { wanted: 3 }),
      store('真空密封罐', 'Vacuum canister', '1L', 'piece', [21, 32, 43], { wanted: 3 }),
      store('厨房置物架', 'Kitchen rack', '3', 'piece', [48, 72, 98], { wanted: 2 }),
      store('衣架', 'Hangers', '10', 'strip', [12, 18, 24.9], { wanted: 4 }),
      store('藤编篮', 'Rattan basket', '28cm', 'piece', [27, 41, 56], { wanted: 2 }),
    ],
  },
  {
    name: makeSampleWords('小家电', 'Small appliances'),
    picture: 'plug',
    products: [
      plug('手持挂烫机', 'Garment steamer', '1200W', 'piece', [118, 168, 219], {
        serials: true,
        wanted: 2,
      }),
      plug('便携榨汁杯', 'Portable blender', '350ml', 'piece', [66, 98, 129], {
        serials: true,
        wanted: 2,
      }),
      plug('暖光台灯', 'Warm desk lamp', '8W', 'piece', [58, 86, 115], {
        serials: true,
        wanted: 2,
      }),
      plug('咖啡豆研磨机', 'Coffee grinder', '150W', 'piece', [84, 125, 168], {
        serials: true,
        wanted: 1,
      }),
      kettle('细嘴手冲壶', 'Gooseneck kettle', '0.9L', 'piece', [128, 186, 249], {
        serials: true,
        wanted: 2,
        keeps: 14,
      }),
      kettle('养生壶', 'Health kettle', '1.5L', 'piece', [92, 135, 179], {
        serials: true,
        wanted: 2,
      }),
      kettle('空气炸锅', 'Air fryer', '4.5L', 'piece', [208, 298, 399], {
        serials: true,
        wanted: 1,
        keeps: 12,
      }),
      kettle('多士炉', 'Toaster', '2', 'piece', [78, 115, 155], { serials: true, wanted: 1 }),
    ],
  },
  {
    name: makeSampleWords('文具', 'Stationery'),
    picture: 'pen',
    products: [
      pen('中性笔', 'Gel pens', '0.5mm×12', 'box', [9.6, 14.8, 19.9], { wanted: 5 }),
      pen('钢笔', 'Fountain pen', 'EF', 'piece', [36, 55, 75], { wanted: 2 }),
      pen('荧光笔', 'Highlighters', '6', 'set', [8.4, 12.8, 17.5], { wanted: 3 }),
      pen('美工刀', 'Utility knife', '18mm', 'piece', [5.4, 8.5, 11.9], { wanted: 3 }),
      paper('线装笔记本', 'Stitched notebook', 'A5', 'piece', [9.2, 14.5, 19.8], { wanted: 4 }),
      paper('便利贴', 'Sticky notes', '76mm×5', 'strip', [6.6, 10.2, 13.9], { wanted: 4 }),
      paper('复印纸', 'Copy paper', 'A4 500', 'box', [17.5, 22.8, 27], { wanted: 5 }),
      paper('文件夹', 'Folders', 'A4×10', 'strip', [11, 17, 23], { wanted: 3 }),
    ],
  },
];

/** Gift set packed by the company from three tableware products. */
export const giftSet = cup('青瓷餐具礼盒', 'Celadon gift set', '5', 'set', [50, 98, 138], {
  keeps: 20,
});

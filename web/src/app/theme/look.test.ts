import { describe, expect, test } from 'vitest';
import { contrastRatioOf, toReadableColour } from './contrast.ts';
import { colours, defaultLook, recalledLook } from './look.ts';
import { meaningsOf, chartColoursFor, stepsOfPrimaryColour, themeOf } from './theme.ts';

const AA = 4.5;
const grounds = { light: ['#ffffff', '#f3f5f8'], dark: ['#141414', '#1f1f1f', '#0f1114'] } as const;

test('contrast is counted by the rule of WCAG', () => {
  expect(contrastRatioOf('#000000', '#ffffff')).toBe(21);
  expect(contrastRatioOf('#1890ff', '#ffffff')).toBeCloseTo(3.24, 2);
  expect(toReadableColour('#237804', '#ffffff', AA, '#000000')).toBe('#237804');
  expect(toReadableColour('#1890ff', '#ffffff', 22, '#000000')).toBe('#000000');
});

describe.each(Object.entries(colours))('the colour %s', (_, colour) => {
  test.each(['light', 'dark'] as const)('is readable in text and under text when %s', (mode) => {
    const { words, hovered, button } = stepsOfPrimaryColour(colour, mode === 'dark');
    for (const ground of grounds[mode]) {
      expect(contrastRatioOf(words, ground)).toBeGreaterThanOrEqual(AA);
      expect(contrastRatioOf(hovered, ground)).toBeGreaterThanOrEqual(AA);
    }
    expect(contrastRatioOf('#ffffff', button)).toBeGreaterThanOrEqual(AA);
  });
});

/** How a colour reaches eyes without one kind of cone (Machado 2009), as CIE Lab. */
const cones = {
  protan: [
    0.152_286, 1.052_583, -0.204_868, 0.114_503, 0.786_281, 0.099_216, -0.003_882, -0.048_116,
    1.051_998,
  ],
  deutan: [
    0.367_322, 0.860_646, -0.227_968, 0.280_085, 0.672_501, 0.047_413, -0.011_82, 0.042_94,
    0.968_881,
  ],
  tritan: [
    1.255_528, -0.076_749, -0.178_779, -0.078_411, 0.930_809, 0.147_602, 0.004_733, 0.691_367,
    0.3039,
  ],
} as const;

function seen(colour: string, matrix: readonly number[]): readonly number[] {
  const light = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  const times = (factors: readonly number[], values: readonly number[]): readonly number[] =>
    [0, 3, 6].map((row) =>
      values.reduce((sum, value, at) => sum + (factors[row + at] ?? 0) * value, 0),
    );
  const [r = 0, g = 0, b = 0] = times(matrix, light).map((value) =>
    Math.min(1, Math.max(0, value)),
  );
  const f = (value: number): number =>
    value > 0.008_856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.950_47);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.088_83);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const apart = (one: readonly number[], other: readonly number[]): number =>
  Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)));

describe.each([false, true])('status colours with dark mode %s', (dark) => {
  test.each([false, true])('are all readable with colour-weak mode %s', (weak) => {
    for (const colour of Object.values(meaningsOf({ dark, weak })))
      for (const ground of dark ? ['#141414', '#1f1f1f'] : ['#ffffff', '#f3f5f8'])
        expect(contrastRatioOf(colour, ground)).toBeGreaterThanOrEqual(AA);
  });

  test.each(Object.entries(cones))(
    'in colour-weak mode are distinguishable by %s eyes',
    (_, matrix) => {
      const { done, soon, refused } = meaningsOf({ dark, weak: true });
      for (const [one, other] of [
        [done, soon],
        [done, refused],
        [soon, refused],
      ] as const)
        expect(apart(seen(one, matrix), seen(other, matrix))).toBeGreaterThan(25);
    },
  );
});

describe.each([false, true])('chart colours with dark %s', (dark) => {
  test.each(Object.entries(cones))(
    'are distinguishable from each other by %s eyes',
    (_, matrix) => {
      const parts = chartColoursFor(dark).map((colour) => seen(colour, matrix));
      expect(parts).toHaveLength(5);
      for (const [at, one] of parts.entries())
        for (const other of parts.slice(at + 1)) expect(apart(one, other)).toBeGreaterThan(25);
    },
  );

  test('contrast with their background', () => {
    for (const colour of chartColoursFor(dark))
      expect(contrastRatioOf(colour, dark ? '#141414' : '#ffffff')).toBeGreaterThanOrEqual(3);
  });
});

test.each([false, true])('animations are disabled only with reduced motion (%s)', (still) => {
  const theme = themeOf({ dark: false, colour: '#1890FF', weak: false, still });
  expect(theme.token?.motion).toBe(!still);
});

test('stored look settings are restored, and invalid values ignored', () => {
  const kept: Readonly<Record<string, unknown>> = {
    colourMode: 'dark',
    theme: 'purple',
    colour: '#722ED1',
    multiPage: false,
    fixedHeader: 'no',
    layoutMode: 'topmenu',
  };
  expect(recalledLook((key) => kept[key] ?? null)).toEqual({
    ...defaultLook,
    mode: 'dark',
    colour: '#722ED1',
    tabs: false,
    layout: 'topmenu',
  });
});

test('without stored settings the look is the default look', () => {
  expect(recalledLook(() => null)).toEqual({
    mode: 'light',
    menu: 'light',
    colour: '#1890FF',
    weak: false,
    layout: 'sidemenu',
    width: 'Fixed',
    fixedHeader: true,
    hideHeader: false,
    fixedMenu: true,
    tabs: true,
  });
});

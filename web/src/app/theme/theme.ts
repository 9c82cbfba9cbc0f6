import type { ThemeConfig } from 'antd';
import { theme } from 'antd';
import { mixed, readable } from './contrast.ts';

export interface Colours {
  readonly dark: boolean;
  /** Primary colour, #RRGGBB. */
  readonly colour: string;
  /** Colours of meaning that stay apart for weak eyes. */
  readonly weak: boolean;
  /** The reader asked their system for no motion. Never to change while a page lives: antd would draw all of it again. */
  readonly still?: boolean;
  /** Names the styles of this theme where two stand on one page. */
  readonly key?: string;
}

interface Meanings {
  readonly done: string;
  readonly soon: string;
  readonly refused: string;
}

const meanings: Readonly<Record<'light' | 'dark', Readonly<Record<'strong' | 'weak', Meanings>>>> =
  {
    light: {
      strong: { done: '#237804', soon: '#ad5a00', refused: '#cf1322' },
      weak: { done: '#006b54', soon: '#a05d00', refused: '#600a12' },
    },
    dark: {
      strong: { done: '#7cc94f', soon: '#d89614', refused: '#ff7875' },
      weak: { done: '#66e0c8', soon: '#ffd24d', refused: '#e8637a' },
    },
  };

/** The colours of meaning: blue action is the primary, and these. Weak eyes get ones that differ in lightness too. */
export const meaningsOf = ({ dark, weak }: Pick<Colours, 'dark' | 'weak'>): Meanings =>
  meanings[dark ? 'dark' : 'light'][weak ? 'weak' : 'strong'];

/**
 * What tells the parts of a chart from each other, five at most: eyes without one kind of cone keep them apart, and so do
 * weak ones.
 */
export const seriesOf = (dark: boolean): readonly string[] =>
  dark
    ? ['#5c72e7', '#ffc800', '#58f299', '#b1396f', '#d5e5ff']
    : ['#1350cd', '#d97706', '#00a877', '#954794', '#303434'];

/** The steps of a primary colour that words and buttons take: the colour itself is often too light to read (AA). */
export const stepsOf = (
  colour: string,
  dark: boolean,
): { readonly words: string; readonly hovered: string; readonly button: string } => {
  const words = dark
    ? readable(colour, mixed('#1f1f1f', colour, 0.3), 4.7, '#ffffff')
    : readable(colour, '#ffffff', 5.2, '#000000');
  return {
    words,
    hovered: mixed(words, dark ? '#ffffff' : '#000000', 0.2),
    button: readable(colour, '#ffffff', 4.7, '#000000'),
  };
};

const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";

// The algorithm makes grey tints of the dark steps of a meaning; a tag's ground is its light step.
const lightGrounds = {
  colorSuccessBg: '#f0faea',
  colorSuccessBorder: '#b7dfa0',
  colorWarningBg: '#fff7e6',
  colorWarningBorder: '#ffd591',
  colorErrorBg: '#fff1f0',
  colorErrorBorder: '#ffa39e',
};

const words = {
  light: {
    colorTextSecondary: 'rgba(0,0,0,0.62)',
    colorTextDescription: 'rgba(0,0,0,0.58)',
    colorTextPlaceholder: 'rgba(0,0,0,0.56)',
    colorBgLayout: '#f3f5f8',
  },
  dark: {
    colorTextSecondary: 'rgba(255,255,255,0.72)',
    colorTextDescription: 'rgba(255,255,255,0.68)',
    colorTextPlaceholder: 'rgba(255,255,255,0.5)',
    colorBgLayout: '#0f1114',
  },
};

const measures = {
  fontFamily,
  fontSize: 14,
  lineHeight: 1.5,
  borderRadius: 6,
  sizeStep: 4,
  sizeUnit: 4,
  motionDurationFast: '0.08s',
  motionDurationMid: '0.12s',
  motionDurationSlow: '0.15s',
  wireframe: false,
};

/** Sizes of parts, whatever their colour. */
const sizes = {
  Table: {
    cellPaddingBlockMD: 8,
    cellPaddingInlineMD: 10,
    cellPaddingBlockSM: 5,
    cellPaddingInlineSM: 8,
    cellFontSizeSM: 13,
    headerBorderRadius: 0,
    headerSplitColor: 'transparent',
  },
  Layout: { headerHeight: 48, headerPadding: '0 12px' },
  Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
};

/** White words need a darker step of the primary colour; on the light red of the dark page, dark ones are read. */
const buttonOf = (colour: string, dark: boolean) => ({
  colorPrimary: colour,
  colorPrimaryHover: mixed(colour, '#000000', 0.12),
  colorPrimaryActive: mixed(colour, '#000000', 0.24),
  primaryShadow: 'none',
  dangerShadow: 'none',
  ...(dark ? { dangerColor: '#141414' } : {}),
});

const componentsOf = (steps: ReturnType<typeof stepsOf>, dark: boolean) => ({
  ...sizes,
  Button: buttonOf(steps.button, dark),
  Badge: dark ? { colorTextLightSolid: '#141414' } : {},
  DatePicker: { colorPrimary: steps.button },
  Menu: {
    itemHeight: 38,
    itemBg: 'transparent',
    subMenuItemBg: 'transparent',
    activeBarBorderWidth: 0,
    itemSelectedColor: steps.words,
    subMenuItemSelectedColor: steps.words,
  },
  Pagination: { colorPrimary: steps.words },
  Tabs: {
    cardHeight: 34,
    itemSelectedColor: steps.words,
    itemActiveColor: steps.words,
    itemHoverColor: steps.words,
  },
});

/**
 * The one place that decides colours, radii and sizes (look.md). Meaning has one colour each: blue action, green done,
 * orange partial or soon, red refused, negative or overdue, grey draft or closed.
 */
export function themeOf({ dark, colour, weak, still = false, key = 'look' }: Colours): ThemeConfig {
  const steps = stepsOf(colour, dark);
  const { done, soon, refused } = meaningsOf({ dark, weak });
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key },
    hashed: false,
    token: {
      colorPrimary: colour,
      colorLink: steps.words,
      colorLinkHover: steps.hovered,
      colorInfo: steps.words,
      colorSuccess: done,
      colorWarning: soon,
      colorError: refused,
      ...(dark ? {} : lightGrounds),
      ...words[dark ? 'dark' : 'light'],
      ...measures,
      motion: !still,
    },
    components: componentsOf(steps, dark),
  };
}

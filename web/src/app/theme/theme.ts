import type { ThemeConfig } from 'antd';
import { theme } from 'antd';
import { mixColours, toReadableColour } from './contrast.ts';

export interface Colours {
  readonly dark: boolean;
  /** Primary colour, #RRGGBB. */
  readonly colour: string;
  /** Semantic colours distinguishable with weak eyesight. */
  readonly weak: boolean;
  /**
   * The reader's system requests reduced motion. Constant during a page's life: antd would render
   * everything again.
   */
  readonly still?: boolean;
  /** Name of the theme's styles, if a page has two. */
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

/**
 * Semantic colours in addition to the primary colour; blue is for actions. In colour-weak mode they also
 * differ in lightness.
 */
export const meaningsOf = ({ dark, weak }: Pick<Colours, 'dark' | 'weak'>): Meanings =>
  meanings[dark ? 'dark' : 'light'][weak ? 'weak' : 'strong'];

/** Chart colours, at most five: distinguishable with colour blindness and with weak eyesight. */
export const chartColoursFor = (dark: boolean): readonly string[] =>
  dark
    ? ['#5c72e7', '#ffc800', '#58f299', '#b1396f', '#d5e5ff']
    : ['#1350cd', '#d97706', '#00a877', '#954794', '#303434'];

/** Steps of a primary colour for text and buttons: the colour itself is often too light (AA). */
export const stepsOfPrimaryColour = (
  colour: string,
  dark: boolean,
): { readonly words: string; readonly hovered: string; readonly button: string } => {
  const words = dark
    ? toReadableColour(colour, mixColours('#1f1f1f', colour, 0.3), 4.7, '#ffffff')
    : toReadableColour(colour, '#ffffff', 5.2, '#000000');
  return {
    words,
    hovered: mixColours(words, dark ? '#ffffff' : '#000000', 0.2),
    button: toReadableColour(colour, '#ffffff', 4.7, '#000000'),
  };
};

const fontFamily =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";

// The algorithm makes grey tints of dark semantic steps; a tag's ground is the light step.
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

/** White text needs a darker primary; the light red of the dark page needs dark text. */
const buttonOf = (colour: string, dark: boolean) => ({
  colorPrimary: colour,
  colorPrimaryHover: mixColours(colour, '#000000', 0.12),
  colorPrimaryActive: mixColours(colour, '#000000', 0.24),
  primaryShadow: 'none',
  dangerShadow: 'none',
  ...(dark ? { dangerColor: '#141414' } : {}),
});

const componentsOf = (steps: ReturnType<typeof stepsOfPrimaryColour>, dark: boolean) => ({
  ...sizes,
  Anchor: { colorPrimary: steps.words },
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
 * Only source of colours, radii and sizes. Each meaning has one colour: blue action, green done, orange
 * partial or soon, red refused, negative or overdue, grey draft or closed.
 */
export function themeOf({ dark, colour, weak, still = false, key = 'look' }: Colours): ThemeConfig {
  const steps = stepsOfPrimaryColour(colour, dark);
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

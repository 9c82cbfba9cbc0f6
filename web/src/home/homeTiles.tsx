import type { StockTiles, WaitingTile } from '@tradehouse/contract';
import { MOST_WAITING } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import { Dropdown } from 'antd';
import type { ReactNode } from 'react';
import { language } from '../app/session/language.ts';
import { useMay } from '../app/settings/permission.ts';
import { useTabActions } from '../app/tabs/tabs.ts';
import type { FigureType } from '../control/format.ts';
import { NumberText } from '../control/NumberText.tsx';
import { PageLink } from '../control/PageLink.tsx';
import { urlWithFilters } from '../list/filters/filterState.ts';
import { t } from '../phrase/index.ts';
import { stockUrls, waitingUrl } from './homeFigures.ts';
import type { HomeReply } from './homeFigures.ts';

/** Tiles that warn unless zero. */
const warnings: ReadonlySet<string> = new Set([
  'belowSafety',
  'soonExpired',
  'expired',
  'negative',
  'overdueIn',
  'overdueOut',
]);

interface TileProps {
  readonly name: keyof StockTiles | WaitingTile;
  readonly value: string | number | null;
  readonly as?: FigureType;
  readonly more?: boolean;
  /** Address of the counted rows. */
  readonly url?: string | undefined;
  /** True: offers a choice of several addresses. */
  readonly offers?: boolean;
}

function Tile({
  name,
  value,
  as = 'integer',
  more = false,
  url,
  offers = false,
}: TileProps): ReactNode {
  const warns = warnings.has(name) && Number(value) !== 0;
  const content = (
    <>
      <span className="tile-name">{t(`home.tile.${name}`)}</span>
      <span className="tile-value">
        {value === null ? '***' : <NumberText value={value} as={as} currency={as === 'money'} />}
        {more ? '+' : null}
      </span>
    </>
  );
  const shape = warns ? 'tile warns' : 'tile';
  if (url !== undefined)
    return (
      <PageLink url={url} className={`${shape} opens`}>
        {content}
      </PageLink>
    );
  return offers ? (
    <button type="button" className={`${shape} opens`}>
      {content}
    </button>
  ) : (
    <div className={shape}>{content}</div>
  );
}

const figures: Partial<Record<keyof StockTiles, FigureType>> = {
  quantity: 'quantity',
  value: 'money',
};

/** Renders stock tiles; each tile opens the matching list. */
export function StockRow({
  stock,
  shown,
}: {
  readonly stock: StockTiles;
  readonly shown: readonly (keyof StockTiles)[];
}): ReactNode {
  const may = useMay();
  const urlOf = (name: keyof StockTiles): string | undefined => {
    const { page, filters } = stockUrls[name];
    return may(page) ? urlWithFilters(page, filters) : undefined;
  };
  return (
    <section className="tile-row" aria-label={t('home.stock')}>
      <h3>{t('home.stock')}</h3>
      <ul>
        {shown.map((name) => {
          const as = figures[name] ?? 'integer';
          return (
            <li key={name} className={as}>
              <Tile name={name} value={stock[name]} as={as} url={urlOf(name)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Renders waiting documents of one sort: opens the list of one kind, offers a choice of several. */
function WaitingDocumentsTile({
  tile,
  kinds,
  today,
}: {
  readonly tile: WaitingTile;
  readonly kinds: HomeReply['waiting'];
  readonly today: string;
}): ReactNode {
  const { open } = useTabActions();
  const whole = kinds.reduce((sum, { count }) => sum + count, 0);
  const more = whole >= MOST_WAITING;
  const [first, ...others] = kinds;
  if (first === undefined) return <Tile name={tile} value={0} />;
  const urlOf = ({ kind }: HomeReply['waiting'][number]): string => waitingUrl(tile, kind, today);
  if (others.length === 0) return <Tile name={tile} value={whole} more={more} url={urlOf(first)} />;
  const items = kinds.map((one) => ({
    key: one.kind,
    label: `${documentKinds[one.kind].name[language]} ${one.count}`,
    onClick: () => open(urlOf(one)),
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <div className="tile-choice">
        <Tile name={tile} value={whole} more={more} offers />
      </div>
    </Dropdown>
  );
}

export const WaitingRow = ({
  waiting,
  today,
  shown,
}: Pick<HomeReply, 'waiting' | 'today'> & {
  readonly shown: readonly WaitingTile[];
}): ReactNode => (
  <section className="tile-row" aria-label={t('home.waiting')}>
    <h3>{t('home.waiting')}</h3>
    <ul>
      {shown.map((tile) => (
        <li key={tile}>
          <WaitingDocumentsTile
            tile={tile}
            today={today}
            kinds={waiting.filter((one) => one.tile === tile)}
          />
        </li>
      ))}
    </ul>
  </section>
);

import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { IconButton } from '../control/IconButton.tsx';
import { PaneModal } from '../control/PaneModal.tsx';
import { SortableRows } from '../control/SortableRows.tsx';
import { t } from '../phrase/index.ts';
import type { Arrangement, HomeLayout, Panel, Tile } from './homeLayout.ts';
import { homeParts, orderHomeParts, panels, moveHomePart, switchedTo } from './homeLayout.ts';

const nameOfHomePart = (name: Panel | Tile): string => {
  switch (name) {
    case 'money':
    case 'atHand':
    case 'months':
    case 'reports':
    case 'company':
      return t(`home.panel.${name}`);
    case 'stock':
    case 'waiting':
    case 'shortcuts':
    case 'notices':
    case 'recent':
    case 'sale':
    case 'retailSale':
    case 'buy':
    case 'profit':
      return t(`home.${name}`);
    default:
      return t(`home.tile.${name}`);
  }
};

interface HomeArrangeRowsProps<Name extends Panel | Tile> {
  readonly names: readonly Name[];
  readonly arrangement: Arrangement | undefined;
  readonly onChange: (arrangement: Arrangement) => void;
  /** Content below a row, by row name. */
  readonly below?: Readonly<Partial<Record<string, ReactNode>>>;
}

/** Renders rows for arranging: ticked names are shown, arrows move a name one place. */
function Rows<Name extends Panel | Tile>(props: HomeArrangeRowsProps<Name>): ReactNode {
  const { names: declared, arrangement = {}, onChange, below } = props;
  const names = orderHomeParts(declared, arrangement);
  const order = (next: readonly Name[]): void => onChange({ ...arrangement, order: next });
  const step = (name: Name, by: -1 | 1): ReactNode => (
    <IconButton
      size="small"
      icon={by < 0 ? <ArrowUpOutlined aria-hidden /> : <ArrowDownOutlined aria-hidden />}
      label={t(by < 0 ? 'home.up' : 'home.down', { name: nameOfHomePart(name) })}
      disabled={moveHomePart(names, name, by) === names}
      onClick={() => order(moveHomePart(names, name, by))}
    />
  );
  return (
    <SortableRows
      names={names}
      moves={(name) => t('home.move', { name: nameOfHomePart(name) })}
      onOrder={order}
    >
      {(name) => (
        <>
          <Checkbox
            checked={arrangement.hidden?.includes(name) !== true}
            onChange={({ target }) => onChange(switchedTo(arrangement, name, target.checked))}
          >
            {nameOfHomePart(name)}
          </Checkbox>
          {step(name, -1)}
          {step(name, 1)}
          {below?.[name]}
        </>
      )}
    </SortableRows>
  );
}

interface ArrangingProps {
  readonly layout: HomeLayout;
  readonly onChange: (layout: HomeLayout) => void;
}

/** Renders the tiles of panels with tiles. */
const tilesOf = ({
  layout,
  onChange,
}: ArrangingProps): Readonly<Partial<Record<string, ReactNode>>> =>
  Object.fromEntries(
    panels.map((panel) => [
      panel,
      homeParts[panel].length === 0 ? null : (
        <div key={panel} className="arrange-tiles">
          <Rows<Tile>
            names={homeParts[panel]}
            arrangement={layout[panel]}
            onChange={(arrangement) => onChange({ ...layout, [panel]: arrangement })}
          />
        </div>
      ),
    ]),
  );

interface ArrangeHomeProps extends ArrangingProps {
  /** Layout until the user arranges the page. */
  readonly start: HomeLayout;
  readonly onClose: () => void;
}

/** Arranges the home page; each change is seen at once, and kept for this user. */
export function ArrangeHome(props: ArrangeHomeProps): ReactNode {
  const { start, layout, onChange, onClose } = props;
  return (
    <PaneModal
      title={t('home.arrange')}
      width={420}
      className="arrange-home"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => onChange(start)}>{t('act.restore')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('act.close')}
          </Button>
        </>
      }
    >
      <p>{t('home.arrangeHint')}</p>
      <Rows<Panel>
        names={panels}
        arrangement={layout.panels}
        onChange={(arrangement) => onChange({ ...layout, panels: arrangement })}
        below={tilesOf(props)}
      />
    </PaneModal>
  );
}

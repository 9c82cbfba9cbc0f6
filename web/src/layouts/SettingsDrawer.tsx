import { entriesOf } from '@tradehouse/domain';
import { CheckOutlined } from '@ant-design/icons';
import { Drawer, Segmented, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Look } from '../app/theme/look.ts';
import { changeLook, colours, useLook } from '../app/theme/look.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { t } from '../phrase/index.ts';
import type { PhraseKey } from '../phrase/index.ts';
import { LandingChoice } from './LandingChoice.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';

/** Phrases of the drawer without parameters. */
type Word = Extract<PhraseKey, `look.${string}`>;

const Group = ({
  title,
  children,
}: {
  readonly title: Word;
  readonly children: ReactNode;
}): ReactNode => (
  <section className="look-group">
    <h3>{t(title)}</h3>
    {children}
  </section>
);

interface LookChoiceProps<Name extends keyof Look> {
  readonly name: Name;
  readonly label: Word;
  readonly options: Readonly<Record<Look[Name] & string, Word>>;
}

/** Selects among a few options, all visible. */
function LookChoice<Name extends 'mode' | 'menu' | 'layout' | 'width'>(
  props: LookChoiceProps<Name>,
): ReactNode {
  const { name, label } = props;
  const options = Object.entries<Word>(props.options);
  return (
    <div className="look-line">
      <span>{t(label)}</span>
      <Segmented
        aria-label={t(label)}
        value={useLook()[name]}
        options={options.map(([value, key]) => ({ value, label: t(key) }))}
        onChange={(value) => changeLook({ [name]: value })}
      />
    </div>
  );
}

interface FlagProps {
  readonly name: 'fixedHeader' | 'hideHeader' | 'fixedMenu' | 'weak' | 'tabs';
  readonly label: Word;
  readonly disabled?: boolean;
}

function Flag({ name, label, disabled = false }: FlagProps): ReactNode {
  const id = useId();
  return (
    <div className="look-line">
      <label htmlFor={id}>{t(label)}</label>
      <Switch
        id={id}
        checked={useLook()[name] && !disabled}
        disabled={disabled}
        onChange={(value) => changeLook({ [name]: value })}
      />
    </div>
  );
}

function Colours(): ReactNode {
  const { colour } = useLook();
  return (
    <div className="look-colours" role="radiogroup" aria-label={t('look.colour')}>
      {entriesOf(colours).map(([name, value]) => (
        <button
          key={name}
          type="button"
          role="radio"
          aria-checked={colour === value}
          aria-label={t(`look.colour.${name}`)}
          title={t(`look.colour.${name}`)}
          style={{ background: value }}
          onClick={() => changeLook({ colour: value })}
        >
          {colour === value ? <CheckOutlined aria-hidden /> : null}
        </button>
      ))}
    </div>
  );
}

export interface SettingsDrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Interface settings: each shows at once and stays in this browser. */
export default function SettingsDrawer({ open, onClose }: SettingsDrawerProps): ReactNode {
  const { layout, fixedHeader } = useLook();
  const phone = usePhone();
  return (
    <Drawer open={open} onClose={onClose} placement="right" size={300} title={t('look.title')}>
      <Group title="look.style">
        <LookChoice
          name="mode"
          label="look.mode"
          options={{ system: 'look.system', light: 'look.light', dark: 'look.dark' }}
        />
        <LookChoice
          name="menu"
          label="look.menu"
          options={{ light: 'look.light', dark: 'look.dark' }}
        />
      </Group>
      <Group title="look.colour">
        <Colours />
      </Group>
      {phone ? null : (
        <Group title="look.layout">
          <LookChoice
            name="layout"
            label="look.menuPlace"
            options={{ sidemenu: 'look.side', topmenu: 'look.top' }}
          />
          {layout === 'topmenu' ? (
            <LookChoice
              name="width"
              label="look.width"
              options={{ Fixed: 'look.widthFixed', Fluid: 'look.widthFluid' }}
            />
          ) : null}
          <Flag name="fixedHeader" label="look.fixedHeader" />
          <Flag name="hideHeader" label="look.hideHeader" disabled={!fixedHeader} />
          <Flag name="fixedMenu" label="look.fixedMenu" disabled={layout === 'topmenu'} />
        </Group>
      )}
      <Group title="look.others">
        <LandingChoice />
        <Flag name="tabs" label="look.tabs" />
        <Flag name="weak" label="look.weak" />
        <div className="look-line">
          <span>{t('language.name')}</span>
          <LanguageSelect />
        </div>
      </Group>
    </Drawer>
  );
}

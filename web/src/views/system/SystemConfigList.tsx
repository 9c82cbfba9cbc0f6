import type { SettingsReply } from '@tradehouse/contract';
import { fieldLabel } from '@tradehouse/contract';
import { Anchor, Button, Form, Input, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { language } from '../../app/language.ts';
import { notices } from '../../app/notices.ts';
import { useMay } from '../../app/permission.ts';
import { useSettings } from '../../app/settings.ts';
import { useTab, useTabs } from '../../app/tabs.ts';
import { t } from '../../phrase/index.ts';
import { TemplatePage } from '../../print/TemplatePage.tsx';
import type { Changed } from './settingSaves.ts';
import { saveSettings } from './settingSaves.ts';
import { switches, texts } from './settingFields.ts';
import type { SwitchField, TextField } from './settingFields.ts';

const labelOf = (name: string): string => fieldLabel(language, 'tenant_setting', name);
/** How long after the last key a text is saved, in milliseconds. */
const PAUSE = 500;

async function save(fields: Changed): Promise<boolean> {
  try {
    await saveSettings(fields);
    return true;
  } catch {
    // The client has said what went wrong.
    return false;
  }
}

interface EntryProps<F> {
  readonly field: F;
  readonly settings: SettingsReply;
  readonly readOnly: boolean;
}

/** A text that saves itself when its writer pauses or leaves it. */
function TextEntry({ field, settings, readOnly }: EntryProps<TextField>): ReactNode {
  const { name, maxLength, area } = field;
  const stored = settings[name];
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What is being saved; null while nothing is, as nothing is typed then. */
  const underWay = useRef<string | null>(null);
  const id = useId();
  const send = useEffectEvent(async (): Promise<void> => {
    clearTimeout(timer.current);
    if (typed === underWay.current) return;
    if (typed === null || typed === stored) return setTyped(null);
    underWay.current = typed;
    await save({ [name]: typed.trim() });
    underWay.current = null;
    setTyped((now) => (now === typed ? null : now));
  });
  useEffect(() => {
    if (typed !== null) timer.current = setTimeout(() => void send(), PAUSE);
    return () => clearTimeout(timer.current);
  }, [typed]);
  const shared = {
    id,
    maxLength,
    disabled: readOnly,
    value: typed ?? stored,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setTyped(target.value),
    onBlur: () => void send(),
  };
  return (
    <Form.Item label={labelOf(name)} htmlFor={id}>
      {area ? (
        <Input.TextArea {...shared} autoSize={{ minRows: 2, maxRows: 6 }} />
      ) : (
        <Input {...shared} autoComplete="off" />
      )}
    </Form.Item>
  );
}

/** A switch that saves itself, with what it does beside it. */
function SwitchEntry({ field: name, settings, readOnly }: EntryProps<SwitchField>): ReactNode {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const id = useId();
  const turn = async (on: boolean): Promise<void> => {
    setWanted(on);
    if (await save({ [name]: on })) notices().message.success(t('form.saved'));
    setWanted(null);
  };
  return (
    <Form.Item label={labelOf(name)} htmlFor={id} extra={t(`settings.${name}`)}>
      <Switch
        id={id}
        aria-label={labelOf(name)}
        disabled={readOnly}
        checked={wanted ?? settings[name]}
        onChange={(on) => void turn(on)}
      />
    </Form.Item>
  );
}

/** The company's settings, and below their address how it prints. */
export default function SystemConfigList(): ReactNode {
  const { rest } = useTab();
  return rest === 'print' ? <TemplatePage /> : <Settings />;
}

/** The company's data and switches: every change saves at once. */
function Settings(): ReactNode {
  const settings = useSettings();
  const may = useMay();
  const { page } = useTab();
  const { open } = useTabs();
  const pane = useRef<HTMLDivElement>(null);
  const readOnly = !may(page.url, '1');
  const shared = { settings, readOnly };
  return (
    <div className="list-page settings-page" ref={pane}>
      <Anchor
        direction="horizontal"
        getContainer={() => pane.current ?? document.body}
        items={[
          { key: 'company', href: '#settings-company', title: t('settings.company') },
          { key: 'switches', href: '#settings-switches', title: t('settings.switches') },
          { key: 'print', href: '#settings-print', title: t('print.templates') },
        ]}
        onClick={(event) => event.preventDefault()}
      />
      <Form layout="vertical" component={false}>
        <section id="settings-company" aria-label={t('settings.company')}>
          <h2>{t('settings.company')}</h2>
          <div className="form-grid two">
            {texts.map((field) => (
              <TextEntry key={field.name} field={field} {...shared} />
            ))}
          </div>
        </section>
        <section id="settings-switches" aria-label={t('settings.switches')}>
          <h2>{t('settings.switches')}</h2>
          <div className="form-grid two">
            {switches.map((field) => (
              <SwitchEntry key={field} field={field} {...shared} />
            ))}
          </div>
        </section>
        <section id="settings-print" aria-label={t('print.templates')}>
          <h2>{t('print.templates')}</h2>
          <p>{t('print.templatesHint')}</p>
          <Button onClick={() => open(`${page.url}/print`)}>{t('print.openTemplates')}</Button>
        </section>
      </Form>
    </div>
  );
}

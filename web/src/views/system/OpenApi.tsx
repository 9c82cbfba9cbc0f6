import { openCalls } from '@tradehouse/contract';
import type { OpenCall } from '@tradehouse/contract';
import { Segmented, Select, Tree } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { language } from '../../app/session/language.ts';
import { useTab, useTabs } from '../../app/tabs/tabs.ts';
import { usePhone } from '../../app/theme/useMedia.ts';
import { t } from '../../phrase/index.ts';
import { OpenApiCall } from './openApiCall.tsx';
import type { ProgramToken } from './openApiTest.tsx';
import { WebhookList } from './webhookList.tsx';
import './openApi.css';

const keyOf = ({ call }: OpenCall): string => `${call.method} ${call.path}`;

type Area = 'signIn' | 'products' | 'stock' | 'partners' | 'orders' | 'outbounds' | 'tracks';
/** What a call is about: what its scope is of. */
function areaOf({ call: { access } }: OpenCall): Area {
  if (typeof access !== 'object' || !('application' in access)) return 'signIn';
  // SAFETY: scopes are named by what they are of.
  return access.application.split(':')[0] as Area;
}

const areas = [...Map.groupBy(openCalls, areaOf)].map(([area, calls]) => ({
  area,
  label: t(`openApi.area.${area}`),
  calls,
}));

/** What programs may call, told from the declarations, and a place to try it. */
function Calls(): ReactNode {
  const phone = usePhone();
  const [chosen, setChosen] = useState(0);
  // For as long as the page is open, and nowhere else.
  const [token, setToken] = useState<ProgramToken | null>(null);
  const one = openCalls[chosen];
  const choose = (key: string): void => {
    const at = openCalls.findIndex((each) => keyOf(each) === key);
    if (at >= 0) setChosen(at);
  };
  if (one === undefined) return null;
  return (
    <div className="open-api">
      {phone ? (
        <Select
          aria-label={t('openApi.tree')}
          value={keyOf(one)}
          onChange={choose}
          options={areas.map(({ label, calls }) => ({
            label,
            options: calls.map((each) => ({ value: keyOf(each), label: each.called[language] })),
          }))}
        />
      ) : (
        <nav className="open-api-tree" aria-label={t('openApi.tree')}>
          <Tree
            blockNode
            defaultExpandAll
            selectedKeys={[keyOf(one)]}
            onSelect={(_, { node }) => choose(String(node.key))}
            treeData={areas.map(({ area, label, calls }) => ({
              key: area,
              title: label,
              selectable: false,
              children: calls.map((each) => ({ key: keyOf(each), title: each.called[language] })),
            }))}
          />
        </nav>
      )}
      <OpenApiCall key={keyOf(one)} one={one} token={token} onToken={setToken} />
    </div>
  );
}

/** What programs may call, and what they are told. */
export default function OpenApi(): ReactNode {
  const { page, query } = useTab();
  const { replace } = useTabs();
  const part = query.get('part') === 'webhooks' ? 'webhooks' : 'calls';
  return (
    <div className="told-page">
      <Segmented
        aria-label={t('openApi.parts')}
        className="open-api-parts"
        value={part}
        options={(['calls', 'webhooks'] as const).map((value) => ({
          value,
          label: t(`openApi.${value}`),
        }))}
        // In the address, so that it is there again when the page is.
        onChange={(next) => replace(next === 'calls' ? page.url : `${page.url}?part=${next}`)}
      />
      {part === 'calls' ? <Calls /> : <WebhookList />}
    </div>
  );
}

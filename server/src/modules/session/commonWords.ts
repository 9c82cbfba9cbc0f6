/** Common password words: the most frequent of published leaks, English and Chinese. */
export const commonWords: readonly string[] = `
  password passwd passwort passord pass passcode passme secret private access login logon signin master admin administrator
  root user guest test testing tester demo example sample temp temporary default change changeme letmein letmein welcome
  hello helloworld hallo hi hey goodbye please thanks system server network computer laptop desktop internet online website
  email mail google yahoo facebook twitter instagram linkedin apple samsung huawei xiaomi lenovo microsoft windows office
  oracle linux ubuntu android iphone nokia sony nintendo playstation xbox pokemon minecraft starwars batman superman
  spiderman ironman avengers hulk wolverine naruto goku matrix trustno blink metallica nirvana eminem beatles slipknot
  qwerty qwertyuiop qwert qwer qwe asdf asdfgh asdfghjkl asd zxcv zxcvbn zxcvbnm zxc qaz qazwsx qazwsxedc wsx edc qwaszx
  abc abcd abcde abcdef abcdefg abcabc aa aaa aaaa aaaaaa qq qqqq xx zz ab abab asdasd qweqwe qweasd qweasdzxc zaq zaqwsx
  iloveyou ilove ilovegod loveyou love lover loveme lovely baby babygirl babyboy honey sweet sweetie sweety sugar angel
  angels princess prince queen king kingdom sunshine sun moon star stars rainbow butterfly flower flowers rose lily daisy
  jasmine violet summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday january february
  march april may june july august september october november december christmas newyear holiday happy happiness smile
  football baseball basketball soccer hockey tennis golf golfer volleyball softball rugby cricket boxing wrestling skate
  surfing fishing hunter hunting racing nascar yankees lakers cowboys eagles steelers packers raiders dolphins giants
  chelsea arsenal liverpool barcelona realmadrid manchester juventus ronaldo messi beckham jordan kobe tiger tigers lion
  lions bear bears wolf wolves eagle falcon hawk shark dolphin panther cobra snake dragon dragons phoenix unicorn monkey
  donkey horse pony cat cats kitty kitten dog dogs puppy doggie bunny rabbit hamster chicken duck cow pig panda elephant
  turtle spider scorpion mustang ferrari porsche mercedes bmw audi honda toyota nissan ford chevy camaro corvette yamaha
  suzuki harley ducati kawasaki jeep truck michael jennifer jessica ashley amanda daniel david robert john johnny james
  joseph thomas charles charlie george william andrew anthony joshua matthew christopher chris nicholas alexander alex
  benjamin samuel jackson justin brandon tyler austin dylan kevin brian eric steven steve mark paul peter patrick richard
  ronald donald kenneth jason ryan adam aaron nathan zachary jacob ethan noah mason logan lucas oliver harry jack max
  michelle nicole stephanie melissa elizabeth sarah laura lauren rachel rebecca hannah emily emma olivia sophia sophie
  isabella mia amy amber crystal danielle heather samantha victoria vanessa natalie natasha maria maggie molly lucy anna
  annie andrea angela barbara susan linda patricia karen nancy helen sandra donna carol ruth sharon buster bailey ginger
  pepper cookie chocolate cheese banana orange lemon cherry peach strawberry apple coffee whiskey vodka beer pizza bacon
  butter candy biscuit pumpkin potato tomato onion mango coconut silver golden gold diamond ruby pearl crystal platinum
  black white red blue green yellow purple pink orange brown gray hunter killer ninja samurai warrior soldier sniper
  assassin pirate wizard magic merlin gandalf knight ranger hacker rocket rockstar guitar music piano drummer jazz
  thunder lightning storm hurricane tornado fire ice snow snowball water ocean river mountain forest earth world planet
  galaxy space mars jupiter venus saturn mercury apollo zeus hercules poseidon athena odin thor loki freedom liberty
  america american usa canada london paris berlin madrid rome italy france germany england ireland scotland mexico brazil
  china chinese japan tokyo beijing shanghai guangzhou shenzhen hangzhou hongkong taiwan singapore korea india russia
  texas dallas houston chicago boston newyork florida california phoenix denver seattle vegas hollywood brooklyn
  jesus christ god heaven angel blessed church faith hope grace trinity spirit bible money dollar cash bank rich lucky
  winner champion success power energy forever always never nothing something whatever family mother father mom dad
  brother sister daughter friend friends friendship girlfriend boyfriend husband wife married sexy hottie cutie beauty
  gorgeous player gamer gaming games game poker casino tradehouse company shop store market business sales sale stock
  trade trading trader warehouse finance account accountant manager boss owner director staff employee customer supplier
  purchase invoice warehouse logistics import export factory group corp limited office desk team work job school student
  teacher college university doctor nurse police pilot captain sergeant general marine army navy security secure safety
  woaini woaiwojia woaiwo aini nihao zhongguo woshishui wodemima mima guanli guanliyuan yonghu ceshi xitong gongsi
  shangdian shangcang cangku caiwu kuaiji xiaoshou caigou laoban jingli zhangsan lisi wangwu zhaoliu wang zhang liu chen
  yang huang zhao zhou zhu sun ma hu guo lin he gao liang zheng luo song xie tang han cao xu deng xiao feng zeng cheng
  cai peng pan yuan dong yu su ye lv wei jiang tian du ding shen ren yao lu fu zhong cui tan liao fan shi jin jia xia
  wangwei wangfang liwei lina zhangwei zhangli liuyang xiaoming xiaohong xiaoli baobao baobei laopo laogong tiantang
  dongfang taiyang yueliang xingxing kuaile xingfu jiankang pingan facai fuqi zhuanqian longlong qiangqiang
  letitbe access opensesame trustme nopass nopassword whoami superuser supervisor operator webmaster service support
  helpdesk manager backup database mysql postgres oracle cisco juniper router switch firewall
  商仓 密码 口令 管理员 管理 系统 用户 测试 公司 商店 仓库 财务 会计 销售 采购 老板 经理 你好 中国 北京 上海 广州 深圳 杭州 我爱你 爱你 我的密码
  宝宝 宝贝 老婆 老公 快乐 幸福 平安 发财 新年 太阳 月亮 春天 夏天 秋天 冬天`
  .split(/\s+/)
  .filter((word) => word !== '');

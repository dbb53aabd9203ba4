const list = (words: string) => words.trim().split(/\s+/);

/** What passwords of people who write Chinese are often made of, the most common first: the lists that zxcvbn brings hold few of them. */
export const chinesePasswords: string[] = [
  ...list(`woaini 5201314 1314 520 1314520 woaini1314 woaini520 woaini521 5211314 521 a123456789 a12345678 aa123456
    a123456 qq123456 asd123456 zxc123456 qwe123456 abc123456 123456789a 123456abc 12345678a 1234qwer 123qwe 123qweasd 123456aa
    1qaz2wsx qazwsx qazwsxedc 147258369 147258 789456123 7758521 7758258 77585210 31415926 52013145201314 1314521 0123456789
    88888888 66666666 11223344 112233 123123123 987654321 woaiwojia woaiwo woaizhongguo woaizuguo woaibaobao woaimama
    woaibaba laopo laogong laopowoaini laogongwoaini iloveyou iloveu aini aini1314 aini520 ainiyiwannian yishengyishi
    woshishui woshini woshiwo woshizhu woshi nishishui nishizhu nishi woxiangni xiangni woxihuanni xihuanni buzhidao wobuzhidao
    zhidao meiyoumima meiyou wodemima mima mimamima wangjimima wode nide women zhongguo beijing shanghai guangzhou shenzhen
    nihao nihaoma zaijian xiexie duibuqi jiayou kuaile shengri shengrikuaile xinniankuaile xinnian gongxifacai facai
    baobao baobei baba mama gege jiejie didi meimei erzi nver xiaobao dabao xiaogou xiaomao xiaozhu tangtang
    tiantian tiantianxiangshang xiaoxin xiaoming xingfu pingan jiankang kaixin meili piaoliang shuaige meinv tiankong
    haha hahaha hehe heihei caonima nima wocao shabi hundan wangba gunkai qusi taobao zhifubao weixin qqqq tencent
    baidu alibaba huawei xiaomi wangyi jingdong douyin weibo renren kaixin001 csdn dearbook tianya xunlei youku
    guanliyuan guanli xitong ceshi ceshi123 yonghu denglu zhanghao mima123 mima123456 mima1234 gongsi bangong caiwu
    diaodu diaodushi siji jiashiyuan gongche gongjiaoche gongjiao gonggongqiche qiche chedui chezhan zhandian xianlu`),
  ...list(`@123 @1234 @12345 @123456 @2020 @2021 @2022 @2023 @2024 @2025 @2026 @2027 @2028 @2029 @2030`),
  ...list(`admin@123 admin@1234 admin@12345 admin@123456 admin123 admin888 admin666 admin1234 administrator root@123 root123
    abc@123 abc@1234 abc@123456 abcd@1234 huawei@123 qwe@123 qwer@1234 test@123 test1234 user@123 1qaz@wsx 1qaz!qaz 1qaz@wsx3edc
    pass@word pass@word1 password@123 p@ssw0rd p@ssw0rd123 zaq1@wsx !qaz2wsx !qaz@wsx aa@123456 a@123456 asdf@1234 welcome@123
    changeme changeme123 default123 system@123 oracle123 sysadmin guest123 public123 aaaa1111 aaa111 abc123 abcabc123`),
  ...list(`wang li zhang liu chen yang zhao huang zhou wu xu sun hu zhu gao lin he guo ma luo liang song zheng xie han tang feng
    yu dong xiao cheng cao yuan deng fu shen zeng peng lu su jiang cai jia ding wei xue ye yan pan du dai xia zhong tian ren fan
    fang shi yao tan liao zou xiong jin hao kong bai cui kang mao qiu qin gu hou shao meng long wan duan lei qian yin qiao lai
    gong wen pang lan yi xiaohong xiaoli xiaohua wei fang min jing lei jun yong jie tao ming chao xiuying juan xia ping gang
    guiying wanglei wangwei liwei zhangwei liujun zhangsan lisi wangwu zhaoliu xiaowang xiaozhang xiaoli xiaoliu xiaochen laowang`),
];

/**
 * Writing, building and testing software: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const CODE_NAMES: string = `
# code hosting
GitHub|git hub|гитхаб|гит хаб|гитхап|ギットハブ|깃허브|깃헙
GitHub Gist<GitHub|github gists
GitHub Copilot<GitHub
GitHub Codespaces<GitHub
GitLab|git lab|гитлаб|гит лаб|깃랩
Bitbucket|битбакет
Gitea|гитея
Gogs
Forgejo
Codeberg
Gitee|码云
SourceForge
Launchpad Ubuntu
Gerrit|геррит
Phabricator
Azure DevOps|azdo|azure boards|azure repos|ado boards|азур девопс
AWS CodeCommit<AWS|codecommit
GitVerse|гитверс
SourceCraft
CODING DevOps|coding.net
Sourcegraph
Replit|реплит
CodeSandbox
StackBlitz
CodePen
JSFiddle
Glitch.com
Gitpod
GitKraken
Sourcetree
Stack Overflow|stackoverflow|стековерфлоу|стек оверфлоу|스택오버플로우
Hugging Face|huggingface|хаггинг фейс|хаггингфейс|抱抱脸|허깅페이스
Kaggle|кагл|каггл|캐글
# continuous integration
GitHub Actions<GitHub|гитхаб экшенс
GitLab CI<GitLab|gitlab pipelines
Jenkins|дженкинс|젠킨스
CircleCI|circle ci|серклсиай
Travis CI|travisci
TeamCity|team city|тимсити
Bamboo Atlassian<Atlassian|atlassian bamboo
Buildkite
Drone CI
Azure Pipelines
AppVeyor
Bitrise
Codemagic
Semaphore CI
Argo CD|argocd|арго сд
Argo Workflows
Flux CD|fluxcd
Tekton
Spinnaker CD
Harness.io
Octopus Deploy
GoCD
Dagger.io
*Earthly
Nx Cloud
Turborepo
Bazel
Gradle|градл
Apache Maven|*maven
CodeBuild|aws codebuild
*Cloud Build|google cloud build
# package registries
npm|npmjs|npm registry
PyPI|python package index
crates.io
Maven Central
RubyGems
NuGet
Packagist
*Homebrew|brew.sh
conda-forge|*anaconda
CocoaPods
Chocolatey
Winget
Flathub
# feature flags
LaunchDarkly|launch darkly|лончдаркли
Optimizely
Split.io
*Unleash Flags
Flagsmith
ConfigCat
Statsig
GrowthBook
VWO
# testing and quality
Selenium|селениум
*Playwright
*Puppeteer
Cypress.io|cypress tests
BrowserStack|browser stack
Sauce Labs|saucelabs
LambdaTest
TestRail|тестрейл
Allure TestOps
Zephyr Scale
Xray Jira
Qase
Cucumber Studio
*Postman|постман|포스트맨
Insomnia REST
Bruno API
SoapUI
*Swagger|сваггер|свагер
SwaggerHub<Swagger
Apifox
Stoplight
JMeter|джиметр
k6|grafana k6
*Gatling
Locust.io
SonarQube|сонаркуб|сонар куб
SonarCloud
Codecov
Coveralls
Code Climate
Codacy
DeepSource
Snyk|*сник
Dependabot
Renovate Bot
Checkmarx
Veracode
Semgrep
Trivy
OWASP ZAP
Burp Suite
Currents.dev
Percy.io
*Chromatic
Appium
TestFlight
Firebase Test Lab
Browserbase
Browserless
# developer tools
VS Code|vscode|visual studio code|вскод|вс код
Visual Studio|вижуал студио
IntelliJ IDEA|intellij|интеллидж
PyCharm|пайчарм
WebStorm|вебшторм
PhpStorm
JetBrains|джетбрейнс
YouTrack<JetBrains|ютрек
JetBrains Space
Android Studio|андроид студио
Xcode|икскод
Sublime Text
Notepad++|notepad plus plus
Neovim
Jupyter|jupyter notebook|jupyterlab|юпитер ноутбук
Google Colab|colab notebook|колаб
Unity Editor|unity3d|unity engine
Unreal Engine|unreal editor
Godot
Arduino|ардуино
Raspberry Pi
Ngrok
ReadMe.io
GitBook
ReadTheDocs|read the docs
Mintlify
Docusaurus
Storybook JS
Context7
LeetCode|литкод|力扣
HackerRank
Codeforces|кодфорсес
Codewars
Exercism
CodeChef
Nowcoder|牛客|牛客网
# web sites and content
WordPress|вордпресс|вордпрес|워드프레스
Joomla|джумла
Drupal|друпал
Wix|викс
Squarespace
Webflow|вебфлоу
*Framer
Tilda|*тильда|~сайт,страниц
Weebly
Ghost CMS|ghost blog
Contentful
Sanity.io|sanity cms
Strapi
Storyblok
Prismic
Directus
DatoCMS
*Payload CMS
*Craft CMS
Umbraco
Sitecore
Adobe Experience Manager
Readymag
Bubble.io
Softr
Glide Apps
Retool
AppSheet
OutSystems
Mendix
Elementor
Google Tag Manager|gtm container
Carrd
MODX
Netcat CMS
UMI CMS
Discourse Forum
phpBB
Halo CMS
`;

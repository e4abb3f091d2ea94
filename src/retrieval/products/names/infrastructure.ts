/**
 * Running software: clouds, databases, monitoring, security: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const INFRASTRUCTURE_NAMES: string = `
# cloud
AWS|amazon web services|амазон веб сервисес|亚马逊云|アマゾンウェブサービス
AWS Lambda<AWS
Amazon S3<AWS|aws s3|s3 bucket|s3 buckets|бакет s3
Amazon EC2<AWS|ec2
Amazon RDS<AWS|aws rds
DynamoDB<AWS|amazon dynamodb
CloudFormation<AWS
CloudWatch<AWS|клаудвотч
CloudFront<AWS
AWS IAM<AWS
Amazon ECS<AWS
Amazon EKS<AWS|eks cluster
AWS Fargate<AWS|fargate
Amazon SQS<AWS|aws sqs
Amazon SNS<AWS|aws sns
Amazon SES<AWS|aws ses
Route 53<AWS|route53
Amazon Bedrock<AWS|aws bedrock
SageMaker<AWS
Amazon Redshift<AWS
Amazon Athena<AWS|aws athena
AWS Glue<AWS
Amazon Kinesis<AWS
*Step Functions<AWS
Amazon Lightsail<AWS|lightsail
AWS Secrets Manager<AWS
AWS Cost Explorer<AWS
Microsoft Azure|*Azure|азур|微软云
Azure Functions<Microsoft Azure
Azure Blob Storage<Microsoft Azure|azure blob
Cosmos DB<Microsoft Azure|cosmosdb
Azure Key Vault<Microsoft Azure
Azure Monitor<Microsoft Azure
AKS<Microsoft Azure|azure kubernetes service
Google Cloud|gcp|google cloud platform|гугл клауд|гугл облако|谷歌云
Google Cloud Run<Google Cloud
Google Cloud Storage<Google Cloud
Google Kubernetes Engine<Google Cloud|gke
BigQuery<Google Cloud|бигквери
*Cloud Functions<Google Cloud
Vertex AI<Google Cloud
Firebase|фаербейс|файрбейс
Firestore<Firebase
Oracle Cloud|oci oracle
IBM Cloud
Alibaba Cloud|aliyun|阿里云|алибаба клауд
Tencent Cloud|腾讯云
Huawei Cloud|华为云
Baidu Cloud|百度云|百度智能云
Volcengine|volcano engine|火山引擎
UCloud
Qiniu|七牛云|七牛
Upyun|又拍云
Yandex Cloud<Yandex|яндекс клауд|яндекс облако
VK Cloud<VK
Cloud.ru|sbercloud|сберклауд
Selectel|селектел
DigitalOcean|digital ocean|диджитал оушен
Linode|акамай линод
Vultr
Hetzner|хетцнер|хецнер
OVHcloud|ovh
Scaleway
Contabo
Heroku|хероку
Fly.io
Render.com
Railway.app
Vercel|версель|верцель|верцел
Netlify|нетлифай
Cloudflare|клаудфлер|клаудфлэр
Cloudflare Workers<Cloudflare
Cloudflare Pages<Cloudflare
Cloudflare R2<Cloudflare
Fastly
Akamai
Bunny.net|bunnycdn
Supabase|супабейз|супабейс|сапабейз|сапабейс
Appwrite
PocketBase
Convex.dev
Back4App
AWS Amplify<AWS
Deno Deploy
Koyeb
Northflank
Modal Labs
RunPod
Vast.ai
Coolify
Dokku
CapRover
OpenStack
Proxmox|проксмокс
VMware|вмваре|vsphere
VirtualBox|виртуалбокс
Hyper-V
Nutanix
# infrastructure
Docker|докер|도커
Docker Hub<Docker|dockerhub|докерхаб
Docker Compose<Docker
Podman|подман
Kubernetes|k8s|кубернетес|кубернетис|кубер|쿠버네티스
*Helm|helm chart|helm charts|~release,kubernetes,repo
OpenShift|опеншифт
*Rancher|ранчер
Portainer
*Terraform|терраформ
OpenTofu
Pulumi
Ansible|ансибл
SaltStack
*Puppet Enterprise
Chef Infra
*Vagrant|~box,file,vm,up
HashiCorp Vault|vault hashicorp
HashiCorp Consul|*Consul
HashiCorp Nomad
*Istio
*Traefik
*Nginx|нгинкс|энджинкс
Apache HTTP Server|httpd
HAProxy
*Caddy Server
Tomcat|томкэт
Kong Gateway|kong api
Apigee
Crossplane
Kustomize
Minikube
Harbor Registry
JFrog|artifactory|jfrog artifactory
Sonatype Nexus|nexus repository
Quay.io
# databases
PostgreSQL|postgres|psql|постгрес|постгре|постгря|ポストグレス
MySQL|*мускул|майэскюэль
MariaDB|мариадб
SQLite|склайт
MongoDB|mongo|монга|монго|монгодб|mongo db
MongoDB Atlas<MongoDB
Redis|редис
Memcached
Elasticsearch|elastic search|эластиксерч
OpenSearch
Kibana|кибана
Logstash
Apache Solr|solr
Cassandra DB|apache cassandra
ScyllaDB
CouchDB
Couchbase
Neo4j|неофорджей
ArangoDB
ClickHouse|кликхаус|кликхауз
InfluxDB
TimescaleDB
QuestDB
VictoriaMetrics
CockroachDB
TiDB
OceanBase
YugabyteDB
PlanetScale
Neon Postgres|neon database|neon.tech
Turso DB
*Snowflake|сноуфлейк|~warehouse,query,table,database,sql
Databricks|датабрикс
Teradata
Vertica
Greenplum|гринплам
Apache Hive
Apache Druid
Trino
DuckDB
MotherDuck
Microsoft SQL Server|mssql|sql server
Oracle Database|oracle db|оракл
IBM Db2
SAP HANA
FaunaDB
Tarantool|тарантул дб
YDB
GaussDB
PolarDB
Dameng|达梦数据库
Hasura
*Prisma ORM
MinIO
Ceph
*Pinecone
Weaviate
Qdrant
Milvus
Chroma DB|chromadb
Zilliz
pgvector
Meilisearch
Algolia
Typesense
Upstash
DBeaver|дбивер
phpMyAdmin
pgAdmin
DataGrip
Adminer
# message queues and streams
Apache Kafka|kafka|*кафка
Confluent Cloud
RabbitMQ|реббит|рэббитмк
ActiveMQ
NATS.io
Apache Pulsar
Apache Spark|pyspark
Apache Flink
Apache Airflow|*airflow|эйрфлоу|~dag,dags,task
Apache NiFi
Prefect.io
Dagster
dbt|dbt cloud|dbt core
Fivetran
Airbyte
*Stitch Data
Hightouch
Segment CDP|twilio segment
RudderStack
Hadoop|хадуп
Temporal.io
Celery Queue
# monitoring
Datadog|датадог
Grafana|графана
Grafana Loki<Grafana
Prometheus Monitoring|*Prometheus|прометеус|~metric,metrics,alert,alerts,query,метрик
New Relic|newrelic|нью релик
Dynatrace|динатрейс
AppDynamics
Splunk|спланк
Zabbix|заббикс
Nagios
Icinga
Checkmk
PRTG
Netdata
SolarWinds
Honeycomb.io
Lightstep
Jaeger Tracing
OpenTelemetry|*otel
Elastic APM
Loggly
Papertrail App
Graylog
Sumo Logic
Logz.io
Better Stack|betterstack
Uptime Kuma
UptimeRobot|uptime robot
Pingdom
StatusCake
*Statuspage
PagerDuty|pager duty|пейджердьюти
Opsgenie|опсджини
VictorOps|splunk on-call
incident.io
FireHydrant
Rootly
Squadcast
xMatters
*Sentry|сентри
Rollbar
Bugsnag
Raygun
Airbrake
Crashlytics
LogRocket
FullStory
Hotjar|хотджар
Microsoft Clarity|ms clarity
AppMetrica|аппметрика
Healthchecks.io
Langfuse
LangSmith
Arize AI
Weights & Biases|wandb
MLflow
# domains and hosting
GoDaddy|go daddy|годэдди
Namecheap
Name.com
Porkbun
Reg.ru|рег ру
Nic.ru|ник ру|ру центр
Timeweb|таймвеб
*Beget|бегет
Sprinthost|спринтхост
Hostinger
Bluehost
SiteGround
WP Engine
Kinsta
DreamHost
HostGator
IONOS
cPanel
Plesk
ISPmanager
Let's Encrypt|lets encrypt
DNSimple
DNSPod
NS1
WHOIS|whois lookup
# security and identity
Okta|окта
Auth0
OneLogin
Ping Identity
Keycloak|кейклок
Microsoft Entra|azure ad|azure active directory|entra id
Active Directory|актив директори
FusionAuth
Clerk.dev
WorkOS
Stytch
Duo Security|cisco duo
JumpCloud
1Password|*one password
LastPass|ластпас
Bitwarden|битварден
KeePass|кипас
Dashlane
Keeper Security
CyberArk
Proton Pass
Authy
Google Authenticator|гугл аутентификатор
YubiKey
VirusTotal|вирустотал
Shodan
Censys
Have I Been Pwned|haveibeenpwned
CrowdStrike
SentinelOne
Wiz.io
*Tenable|nessus
Qualys
Rapid7|metasploit
Palo Alto Networks
Fortinet|fortigate
Check Point Firewall
Sophos
Kaspersky|касперский|卡巴斯基
Dr.Web|доктор веб
Norton Antivirus
McAfee
*Avast
ESET|nod32
Malwarebytes
Bitdefender
Wireshark
Nmap
Cisco Webex Umbrella|cisco umbrella
Cisco Meraki|meraki
MikroTik|микротик
Vanta Compliance
Drata
Let's Defend
GreyNoise
AbuseIPDB
MISP
Wazuh
HackerOne
Bugcrowd
Tailscale
ZeroTier
WireGuard
OpenVPN
NordVPN
ExpressVPN
Surfshark
Proton VPN
Mullvad
CyberGhost
TeamViewer|тимвьюер
AnyDesk|энидеск
RustDesk
Sunlogin|向日葵远程
ToDesk
*PuTTY
FileZilla
`;

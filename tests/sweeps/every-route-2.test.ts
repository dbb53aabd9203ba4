import "./second-half";
import "./every-route.test";
